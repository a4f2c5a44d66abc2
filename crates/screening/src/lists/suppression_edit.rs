//! Suppression lists that programs fill: numbers are added, removed or replaced.

use std::collections::HashSet;

use numplan::Region;
use numsift_intake::{Analysis, NumberSet};
use numsift_model::id::Uid;
use numsift_model::limits::{SUPPRESSION_LIST_NUMBERS, SUPPRESSION_LISTS};
use numsift_model::list::{List, ListKind, ListState, NewList};
use numsift_model::page::Page;
use numsift_model::test_number::test_answer;
use numsift_segments::{ChunkPlace, Numbers, input_groups, pack_country, read_input};
use numsift_store::{ListFilter, Scope, Tx};
use numsift_turns::off_thread;

use super::derive::count;
use super::segments_writer::SegmentsWriter;
use super::{ListDocument, Lists, put_list};
use crate::{NumberInfo, Result, ScreeningError};

/// What happens to the numbers of a suppression list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SuppressionEdit {
    Add,
    Remove,
    /// The list has these numbers and no others.
    Replace,
}

/// A text that is not a valid number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefusedNumber {
    /// Its place in the request, from 0.
    pub place: usize,
    /// A stable word.
    pub reason: &'static str,
}

/// The numbers of a request, each once.
#[derive(Debug, Default)]
pub struct SentNumbers {
    numbers: Numbers,
    unique: HashSet<u64>,
    /// Numbers that occurred earlier in the request.
    twice: usize,
    pub refused: Vec<RefusedNumber>,
}

impl SentNumbers {
    /// Parses texts. A number without `+` is read as dialled within `country`.
    pub async fn parse(texts: Vec<String>, country: Option<Region>) -> Result<Self> {
        let parse = off_thread(move || {
            let mut sent = Self::default();
            for (place, text) in texts.iter().enumerate() {
                sent.push(place, &NumberInfo::of(text, country));
            }
            sent
        });
        parse.await.map_err(ScreeningError::machine)
    }

    fn push(&mut self, place: usize, info: &NumberInfo) {
        let Some(digits) = info.digits() else {
            self.refused.push(RefusedNumber { place, reason: info.reason.unwrap_or("not_a_number") });
            return;
        };
        if self.unique.insert(digits) {
            let country = pack_country(info.country().unwrap_or_default());
            push(&mut self.numbers, digits, country, info.kind().code());
        } else {
            self.twice += 1;
        }
    }
}

fn push(numbers: &mut Numbers, digits: u64, country: u16, kind: u8) {
    numbers.line.push(0);
    numbers.number.push(digits);
    numbers.country.push(country);
    numbers.kind.push(kind);
    numbers.written.push("");
}

/// The new content of a suppression list, stored as objects that no list refers to yet.
#[derive(Debug)]
pub struct EditedSuppression {
    document: ListDocument,
    numbers: i64,
    bytes: i64,
    pub added: usize,
    pub removed: usize,
    /// Numbers of the request that changed nothing.
    pub unchanged: usize,
}

impl EditedSuppression {
    /// Bytes of its objects.
    pub fn bytes(&self) -> i64 {
        self.bytes
    }
}

/// The numbers that are written, and what is known about them.
struct Writing {
    segments: SegmentsWriter,
    all: Vec<u64>,
    analysis: Analysis,
    test_numbers: i64,
}

impl Writing {
    async fn push(&mut self, numbers: &mut Numbers) -> Result<()> {
        if self.all.len() + numbers.len() > SUPPRESSION_LIST_NUMBERS {
            return Err(ScreeningError::TooManySuppressed { most: SUPPRESSION_LIST_NUMBERS });
        }
        for (line, place) in numbers.line.iter_mut().zip(self.all.len() as u64 + 1..) {
            *line = place;
        }
        count(&mut self.analysis, numbers);
        let tests = numbers.number.iter().filter(|number| test_answer(**number).is_some());
        self.test_numbers += i64::try_from(tests.count()).unwrap_or(0);
        self.all.extend_from_slice(&numbers.number);
        self.segments.push(numbers).await
    }
}

impl Lists {
    /// Writes what a suppression list contains after an edit into a new folder, in which the list of an earlier version
    /// is left to those that read it. [`Lists::put_suppression`] or [`Lists::add_suppression`] makes it the content of
    /// the list.
    pub async fn edit_suppression(
        &self,
        uid: Uid,
        list: Option<&List>,
        edit: SuppressionEdit,
        sent: &SentNumbers,
    ) -> Result<EditedSuppression> {
        let most = i64::try_from(SUPPRESSION_LIST_NUMBERS).unwrap_or(i64::MAX);
        if list.is_some_and(|list| list.data.numbers > most) {
            return Err(ScreeningError::TooManySuppressed { most: SUPPRESSION_LIST_NUMBERS });
        }
        let before = list.map(ListDocument::of).transpose()?.unwrap_or_default();
        let folder = self.new_folder(uid)?;
        let mut writing = Writing {
            segments: SegmentsWriter::new(&self.objects, folder.clone(), 0),
            all: Vec::new(),
            analysis: Analysis::default(),
            test_numbers: 0,
        };
        let (mut known, mut removed) = (HashSet::new(), 0);
        for place in self.groups_of(&before).await? {
            let rows = read_input(&self.objects, before.carried.len(), &place).await?;
            let mut kept = Numbers::with_carried(0);
            for row in 0..rows.len() {
                let number = rows.number[row];
                let was_sent = sent.unique.contains(&number);
                if was_sent {
                    known.insert(number);
                }
                let keep = match edit {
                    SuppressionEdit::Add => true,
                    SuppressionEdit::Remove => !was_sent,
                    SuppressionEdit::Replace => was_sent,
                };
                if keep {
                    push(&mut kept, number, rows.country[row], rows.kind[row]);
                } else {
                    removed += 1;
                }
            }
            writing.push(&mut kept).await?;
        }
        let mut added = 0;
        if edit != SuppressionEdit::Remove {
            let mut new = Numbers::with_carried(0);
            for (row, number) in sent.numbers.number.iter().enumerate() {
                if !known.contains(number) {
                    push(&mut new, *number, sent.numbers.country[row], sent.numbers.kind[row]);
                }
            }
            added = new.len();
            writing.push(&mut new).await?;
        }
        let changed = if edit == SuppressionEdit::Remove { removed } else { added };
        let unchanged = sent.unique.len() - changed + sent.twice;
        let (document, numbers, bytes) = self.finish_suppression(folder, writing).await?;
        Ok(EditedSuppression { document, numbers, bytes, added, removed, unchanged })
    }

    async fn groups_of(&self, document: &ListDocument) -> Result<Vec<ChunkPlace>> {
        let mut places = Vec::new();
        for segment in &document.segments {
            let groups = input_groups(&self.objects, document.carried.len(), &segment.object).await?;
            for (row_group, rows) in (0..).zip(groups) {
                places.push(ChunkPlace { object: segment.object.clone(), row_group, rows });
            }
        }
        Ok(places)
    }

    /// Writes the set, and returns the document, the count of numbers and the bytes of all objects.
    async fn finish_suppression(&self, folder: String, writing: Writing) -> Result<(ListDocument, i64, i64)> {
        let segments = writing.segments.finish().await?;
        let numbers = i64::try_from(writing.all.len()).unwrap_or(i64::MAX);
        let mut bytes = 0;
        for segment in &segments {
            bytes += self.objects.size(&segment.object).await?;
        }
        let mut set = None;
        if !writing.all.is_empty() {
            let sorted = off_thread(move || writing.all.into_iter().collect::<NumberSet>().to_bytes());
            let sorted = sorted.await.map_err(ScreeningError::machine)?;
            bytes += sorted.len() as u64;
            let object = format!("{folder}/set");
            self.objects.put(&object, sorted.into()).await?;
            set = Some(object);
        }
        let document = ListDocument {
            analysis: Some(writing.analysis),
            segments,
            set,
            test_numbers: writing.test_numbers,
            folder,
            ..ListDocument::default()
        };
        Ok((document, numbers, i64::try_from(bytes).unwrap_or(i64::MAX)))
    }

    /// Adds a suppression list with this content. The caller has locked the account.
    pub async fn add_suppression(
        &self,
        tx: &mut dyn Tx,
        uid: Uid,
        name: &str,
        content: &EditedSuppression,
    ) -> Result<List> {
        require_suppression_room(tx, uid).await?;
        let new = NewList {
            uid,
            kind: ListKind::Suppression,
            state: ListState::Ready,
            name: name.to_owned(),
            file_name: String::new(),
            source: None,
            bytes: content.bytes,
            sha256: String::new(),
            document: content.document.to_json()?,
            numbers: content.numbers,
            created_at: self.clock.now(),
            expires_at: None,
        };
        let id = tx.add_list(&new).await?;
        tx.list(Scope::All, id).await?.ok_or(ScreeningError::NotFound)
    }

    /// Gives a suppression list its new content, unless it was changed meanwhile. The sweep deletes the objects of the
    /// earlier one.
    pub async fn put_suppression(
        &self,
        tx: &mut dyn Tx,
        mut list: List,
        content: &EditedSuppression,
    ) -> Result<List> {
        // The uploaded file no longer says what the list contains.
        list.data.source = None;
        list.data.bytes = content.bytes;
        list.data.numbers = content.numbers;
        put_list(tx, list, &content.document).await
    }

    /// Deletes the objects of an edit that was not saved.
    pub async fn discard_suppression(&self, content: EditedSuppression) {
        let objects = content.document.segments.into_iter().map(|segment| segment.object);
        for object in objects.chain(content.document.set) {
            self.delete_unreferenced(&object).await;
        }
    }
}

/// Refuses another suppression list above the limit: every task and lookup of the account reads all of them.
pub(super) async fn require_suppression_room(tx: &mut dyn Tx, uid: Uid) -> Result<()> {
    let filter = ListFilter { kind: Some(ListKind::Suppression), search: None };
    let page = Page { offset: 0, limit: 1 };
    if tx.lists(Scope::Own(uid), &filter, page).await?.total >= SUPPRESSION_LISTS {
        return Err(ScreeningError::TooManySuppressionLists { most: SUPPRESSION_LISTS });
    }
    Ok(())
}
