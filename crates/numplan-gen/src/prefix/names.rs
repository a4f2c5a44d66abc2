//! The names of a table, numbered by frequency so that frequent names have short numbers.

use std::collections::HashMap;

use super::{Runs, small};

/// Names with their numbers; 0 means no name.
#[derive(Debug, Default)]
pub struct Pool {
    names: Vec<String>,
    ids: HashMap<String, u32>,
}

impl Pool {
    /// Collects the names of some runs.
    pub fn new<'a>(tables: impl IntoIterator<Item = &'a Runs>) -> Self {
        let mut uses: HashMap<&str, usize> = HashMap::new();
        for table in tables {
            for name in table.0.iter().filter_map(|run| run.1.as_deref()) {
                *uses.entry(name).or_default() += 1;
            }
        }
        let mut order: Vec<(&str, usize)> = uses.into_iter().collect();
        order.sort_unstable_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
        let names: Vec<String> = order.into_iter().map(|(name, _)| name.to_owned()).collect();
        let ids = names.iter().zip(1..).map(|(name, id)| (name.clone(), id)).collect();
        Self { names, ids }
    }

    /// The number of a name.
    pub fn id(&self, name: Option<&str>) -> u32 {
        name.map_or(0, |name| self.ids[name])
    }

    /// Appends the names to `text`; returns where each starts, and where the last ends.
    pub(super) fn pack(&self, text: &mut String) -> Vec<u8> {
        let mut offsets = small(text.len()).to_le_bytes().to_vec();
        for name in &self.names {
            text.push_str(name);
            offsets.extend_from_slice(&small(text.len()).to_le_bytes());
        }
        offsets
    }
}
