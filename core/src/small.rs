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

/// Numbers that are in two bytes each if all of them fit.
pub enum Narrow {
    Two(Vec<u16>),
    Four(Vec<u32>),
}

impl Narrow {
    pub fn of(numbers: Vec<u32>) -> Narrow {
        match numbers.iter().all(|&number| number <= u16::MAX as u32) {
            true => Narrow::Two(numbers.into_iter().map(|number| number as u16).collect()),
            false => Narrow::Four(numbers),
        }
    }

    #[inline]
    pub fn at(&self, place: usize) -> u32 {
        match self {
            Narrow::Two(numbers) => numbers[place] as u32,
            Narrow::Four(numbers) => numbers[place],
        }
    }

    pub fn len(&self) -> usize {
        match self {
            Narrow::Two(numbers) => numbers.len(),
            Narrow::Four(numbers) => numbers.len(),
        }
    }

    pub fn max(&self) -> u32 {
        (0..self.len()).map(|place| self.at(place)).max().unwrap_or(0)
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

    #[test]
    fn numbers_around_what_two_bytes_can_tell() {
        for numbers in [vec![], vec![3, 65_535], vec![65_536, 1]] {
            let narrow = Narrow::of(numbers.clone());
            assert_eq!(matches!(narrow, Narrow::Four(_)), narrow.max() > 65_535);
            assert!((0..narrow.len()).map(|place| narrow.at(place)).eq(numbers));
        }
    }
}
