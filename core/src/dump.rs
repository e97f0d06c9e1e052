//! A tree node by node, for the tests of the tree builder.
#![forbid(unsafe_code)]

use crate::tables::{KNOWN, TAG_NAMES};
use crate::tree::{Kind, Node, Tree, NONE};

/// For each node, in document order: kind, namespace, depth and number of its strings, then these, each after its
/// length. An element has its name, then names and values of its attributes.
pub fn dump(tree: &Tree) -> Vec<u8> {
    let mut out = Vec::new();
    let mut at = tree.nodes[0].first();
    let mut depth = 0u32;
    while at != NONE {
        let node = tree.nodes[at as usize];
        let strings = strings_of(tree, &node);
        out.extend([node.kind() as u8, node.ns()]);
        out.extend(depth.to_le_bytes());
        out.extend((strings.len() as u32).to_le_bytes());
        for string in strings {
            out.extend((string.len() as u32).to_le_bytes());
            out.extend(string);
        }
        if node.first() != NONE {
            (at, depth) = (node.first(), depth + 1);
            continue;
        }
        while at != NONE && tree.nodes[at as usize].next == NONE {
            at = tree.nodes[at as usize].parent;
            if at == 0 {
                return out;
            }
            depth -= 1;
        }
        at = tree.nodes[at as usize].next;
    }
    out
}

fn strings_of(tree: &Tree, node: &Node) -> Vec<Vec<u8>> {
    match node.kind() {
        Kind::Element => {
            let name = match node.tag().checked_sub(KNOWN) {
                Some(custom) => tree.custom_names[custom as usize].clone(),
                None => TAG_NAMES[node.tag() as usize].as_bytes().to_vec(),
            };
            let attributes = tree.attributes_of(&node).iter();
            let pairs = attributes.flat_map(|attribute| {
                [tree.src[attribute.name.range()].to_ascii_lowercase(), tree.bytes(attribute.value).to_vec()]
            });
            std::iter::once(name).chain(pairs).collect()
        }
        Kind::Doctype => {
            let (name, public, system) = tree.doctype.clone().unwrap_or_default();
            if public.is_none() && system.is_none() {
                return vec![name];
            }
            vec![name, public.unwrap_or_default(), system.unwrap_or_default()]
        }
        _ => vec![tree.bytes(node.span()).to_vec()],
    }
}
