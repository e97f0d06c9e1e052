//! Columns of numbers most of which are small.
#![forbid(unsafe_code)]

/// Numbers most of which are small: in a byte each, and those that need more apart, in order.
#[derive(Default)]
pub struct Small {
    few: Vec<u8>,
    large: Vec<(u32, u32)>,
}

impl Small {
    pub fn reserve_exact(&mut self, count: usize) {
        self.few.reserve_exact(count);
    }

    pub fn push(&mut self, number: u32) {
        if number >= u8::MAX as u32 {
            self.large.push((self.few.len() as u32, number));
        }
        self.few.push(number.min(u8::MAX as u32) as u8);
    }

    pub fn truncate(&mut self, count: usize) {
        self.few.truncate(count);
        self.large.truncate(self.large.partition_point(|&(place, _)| (place as usize) < count));
    }

    #[inline]
    pub fn at(&self, place: usize) -> u32 {
        match self.few[place] {
            u8::MAX => self.large[self.large.partition_point(|&(other, _)| (other as usize) < place)].1,
            few => few as u32,
        }
    }

    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.few.len()).map(|place| self.at(place))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_around_what_a_byte_can_tell() {
        let numbers = [0, 254, 255, 3, 256, u32::MAX, 1];
        let mut small = Small::default();
        numbers.iter().for_each(|&number| small.push(number));
        assert!(small.iter().eq(numbers));
        small.truncate(4);
        small.push(300);
        assert!(small.iter().eq([0, 254, 255, 3, 300]));
    }
}
