//! Where lists and generated numbers meet: a run becomes a list, and a list is left out of a run.

use std::sync::{Arc, Mutex, PoisonError};

use numsift_generation::{OpenRun, digits};
use numsift_intake::{Analysis, NumberSet, kind_code};
use numsift_model::id::{ListId, RunId, Uid};
use numsift_model::list::{List, ListKind, ListState};
use numsift_segments::{Numbers, pack_country, read_input_rows};
use numsift_store::{Scope, Tx};
use tokio::sync::mpsc;

use crate::analyse::{GROUP_ROWS, SegmentsWriter};
use crate::derive::{DeriveRequest, Derived, NewDerived, count};
use crate::engine::Screening;
use crate::list_document::ListDocument;
use crate::suppression::Suppression;
use crate::worker::Held;
use crate::{Result, ScreeningError};

/// Lists whose numbers are kept at hand: figures are asked for again with every letter that is typed.
const CACHED: usize = 4;

/// The numbers of lists that were asked for last, each as its list was at a version.
#[derive(Default)]
pub(crate) struct NumbersCache(Mutex<Vec<(ListId, i64, Arc<NumberSet>)>>);

impl NumbersCache {
    fn get(&self, list: &List) -> Option<Arc<NumberSet>> {
        let cached = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let found = cached.iter().find(|(id, version, _)| *id == list.id && *version == list.version);
        found.map(|(_, _, numbers)| numbers.clone())
    }

    fn put(&self, list: &List, numbers: Arc<NumberSet>) {
        let mut cached = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        cached.retain(|(id, ..)| *id != list.id);
        cached.truncate(CACHED - 1);
        cached.insert(0, (list.id, list.version, numbers));
    }
}

impl Screening {
    /// The numbers of an account's own list, to be left out of a run.
    pub async fn numbers_of_list(&self, uid: Uid, id: ListId) -> Result<Arc<NumberSet>> {
        let list = self.0.store.read().await?.list(Scope::Own(uid), id).await?;
        let list = list.filter(|list| list.data.uid == uid && list.data.state == ListState::Ready);
        let list = list.ok_or(ScreeningError::NotFound)?;
        if let Some(numbers) = self.0.numbers.get(&list) {
            return Ok(numbers);
        }
        let document = ListDocument::of(&list)?;
        let mut all = Vec::new();
        for segment in &document.segments {
            let carried = document.carried.len();
            let part = read_input_rows(&self.0.objects, carried, &segment.object, 0..segment.rows).await?;
            all.extend(part.number);
        }
        let sorted = tokio::task::spawn_blocking(move || all.into_iter().collect::<NumberSet>());
        let numbers = Arc::new(sorted.await.map_err(ScreeningError::machine)?);
        self.0.numbers.put(&list, numbers.clone());
        Ok(numbers)
    }

    /// Makes a list of the numbers of a run; filled in the background.
    pub async fn list_of_run(
        &self,
        tx: &mut dyn Tx,
        uid: Uid,
        run: RunId,
        name: &str,
        kind: ListKind,
    ) -> Result<List> {
        let name = name.trim().to_owned();
        let of = DeriveRequest::Generated { run };
        self.begin_derived(tx, NewDerived { uid, kind, name, carried: Vec::new(), generated: true, of }).await
    }

    /// Writes the numbers of a run, but for those that must not be contacted.
    pub(crate) async fn generated(
        &self,
        list: &List,
        run: RunId,
        mut writer: SegmentsWriter,
        held: &Held,
    ) -> Result<Derived> {
        let suppression = self.suppression(list.data.uid).await?;
        let run = self.0.generator.open(Scope::Own(list.data.uid), run).await?;
        let total = i64::try_from(run.run.of.count()).unwrap_or(i64::MAX);
        let (sender, mut parts) = mpsc::channel(2);
        let computing = tokio::task::spawn_blocking(move || {
            for_each_part(&run, &suppression, |part, suppressed| {
                sender.blocking_send((part, suppressed)).is_ok()
            });
        });
        let mut analysis = Analysis::default();
        while let Some((numbers, suppressed)) = parts.recv().await {
            count(&mut analysis, &numbers);
            analysis.total += suppressed;
            analysis.suppressed += suppressed;
            writer.push(&numbers).await?;
            held.progress(i64::try_from(analysis.total).unwrap_or(total), total).await?;
        }
        computing.await.map_err(ScreeningError::machine)?;
        Ok(Derived { segments: writer.finish().await?, analysis })
    }
}

/// The numbers of a run as rows of a list, part by part, each with how many were suppressed in it,
/// until `send` wants no more.
fn for_each_part(run: &OpenRun, suppression: &Suppression, mut send: impl FnMut(Numbers, u64) -> bool) {
    let mut numbers = (1..).zip(run.numbers().map(|(_, number)| number)).peekable();
    while numbers.peek().is_some() {
        let (mut part, mut suppressed) = (Numbers::with_carried(0), 0);
        for (line, number) in numbers.by_ref().take(GROUP_ROWS) {
            let digits = digits(&number);
            if suppression.contains(digits) {
                suppressed += 1;
                continue;
            }
            part.line.push(line);
            part.number.push(digits);
            part.country.push(pack_country(number.region().map(numplan::Region::code).unwrap_or_default()));
            part.kind.push(kind_code(number.number_type()));
        }
        if !send(part, suppressed) {
            return;
        }
    }
}
