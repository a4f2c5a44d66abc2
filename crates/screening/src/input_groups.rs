//! Row groups of lists that were decoded last: small chunks share one, and do not each decode all of it.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use numsift_segments::{ChunkPlace, Numbers, Objects, read_input};
use tokio::sync::OnceCell;

use crate::Result;

/// Chunks are taken in their order, so each task needs one or two at a time.
const MOST: usize = 8;

type Cell = Arc<OnceCell<Arc<Numbers>>>;

/// The row groups that were used last. Objects never change, so neither do these.
#[derive(Default)]
pub(crate) struct InputGroups(Mutex<VecDeque<(String, u32, Cell)>>);

impl InputGroups {
    /// The numbers of a row group; whoever comes while it is decoded waits for it.
    pub async fn get(&self, objects: &Objects, carried: usize, place: &ChunkPlace) -> Result<Arc<Numbers>> {
        let read = || async { Ok(Arc::new(read_input(objects, carried, place).await?)) };
        self.cell(place).get_or_try_init(read).await.cloned()
    }

    fn cell(&self, place: &ChunkPlace) -> Cell {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let found =
            kept.iter().position(|(name, group, _)| *name == place.object && *group == place.row_group);
        let entry = found.and_then(|at| kept.remove(at));
        let entry = entry.unwrap_or_else(|| (place.object.clone(), place.row_group, Cell::default()));
        let cell = entry.2.clone();
        kept.push_front(entry);
        kept.truncate(MOST);
        cell
    }
}
