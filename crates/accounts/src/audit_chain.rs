//! The chain over the audit log: seals new entries, and verifies that none was changed, removed or put in between.
//!
//! Entries are written by many transactions at once, so they are not linked there: every link would wait for the one
//! before. A background task links them a moment later, in batches.

use numsift_model::audit::{AuditEntry, AuditLink};
use numsift_model::clock::Timestamp;
use numsift_store::StoreResult;

use crate::Accounts;

/// Entries per transaction.
const BATCH: i64 = 500;
/// An entry that is older than this is sealed unless sealing has stopped. Transactions are much shorter.
const LATE_S: i64 = 600;
/// Faults that are reported.
const MAX_FAULTS: usize = 20;

/// The result of a verification.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct AuditReport {
    pub entries: i64,
    /// The last link. Whoever notes it down can later prove that no entries were cut off at the end.
    pub head: Option<(i64, String)>,
    /// What is wrong, in plain words; at most twenty.
    pub faults: Vec<String>,
}

impl Accounts {
    /// Links all entries that are in no link yet. Call with `whole` once after the start: it also finds entries that
    /// were committed unusually late. Returns the number of new links.
    pub async fn seal_audit(&self, whole: bool) -> StoreResult<u64> {
        let mut sealed = 0;
        let mut after = None;
        loop {
            let now = self.clock.now();
            let mut tx = self.store.read().await?;
            let floor = match after {
                Some(after) => after,
                None if whole => 0,
                None => tx.audit_sealed_by(now.plus(-LATE_S)).await?,
            };
            let entries = tx.unsealed_audit(floor, BATCH).await?;
            drop(tx);
            let Some((last, _)) = entries.last() else { return Ok(sealed) };
            after = Some(*last);
            let mut tx = self.store.begin().await?;
            let mut head = tx.last_audit_link().await?;
            for (id, entry) in &entries {
                let link = self.next_link(head.as_ref(), *id, entry, now);
                if !tx.add_audit_link(&link).await? {
                    // Another node is sealing.
                    return Ok(sealed);
                }
                head = Some(link);
            }
            tx.save().await?;
            sealed += entries.len() as u64;
        }
    }

    fn next_link(
        &self,
        head: Option<&AuditLink>,
        id: i64,
        entry: &AuditEntry,
        sealed_at: Timestamp,
    ) -> AuditLink {
        let seq = head.map_or(1, |head| head.seq + 1);
        let mut link = AuditLink { seq, id, sealed_at, code: [0; 32] };
        link.code = self.code_of(head.map_or([0; 32], |head| head.code), &link, entry);
        link
    }

    /// The code of a link. Every part has its length in front, so that no two entries give the same text.
    fn code_of(&self, previous: [u8; 32], link: &AuditLink, entry: &AuditEntry) -> [u8; 32] {
        let number = |number: Option<i64>| number.map(|number| number.to_string()).unwrap_or_default();
        let parts = [
            link.seq.to_string(),
            link.id.to_string(),
            link.sealed_at.0.to_string(),
            entry.at.0.to_string(),
            number(entry.actor.map(|uid| uid.0)),
            number(entry.subject.map(|uid| uid.0)),
            entry.action.clone(),
            entry.ip.clone(),
            entry.detail.clone(),
        ];
        let mut text = previous.to_vec();
        for part in parts {
            text.extend((part.len() as u64).to_be_bytes());
            text.extend(part.as_bytes());
        }
        self.vault.authenticate("audit", &text)
    }

    /// Verifies the whole chain in batches. `expected` is a head that was noted down earlier.
    pub async fn verify_audit(&self, expected: Option<(i64, &str)>) -> StoreResult<AuditReport> {
        let mut report = AuditReport::default();
        let (mut seq, mut previous) = (0, [0; 32]);
        let mut seen_expected = expected.is_none();
        loop {
            let links = self.store.read().await?.audit_links(seq, BATCH).await?;
            if links.is_empty() {
                break;
            }
            for (link, entry) in links {
                let fault = match &entry {
                    _ if link.seq != seq + 1 => {
                        Some(format!("links {} to {} are missing", seq + 1, link.seq - 1))
                    }
                    None => Some(format!("entry {} was removed", link.id)),
                    Some(entry) if self.code_of(previous, &link, entry) != link.code => {
                        Some(format!("entry {} was changed", link.id))
                    }
                    Some(_) => None,
                };
                report.note(fault);
                if let Some((_, code)) = expected.filter(|(at, _)| *at == link.seq) {
                    seen_expected = true;
                    let changed = !hex::encode(link.code).eq_ignore_ascii_case(code);
                    report.note(changed.then(|| format!("link {} is not the expected one", link.seq)));
                }
                (seq, previous) = (link.seq, link.code);
                report.entries += 1;
            }
        }
        let late = self.clock.now().plus(-LATE_S);
        let unsealed = self.store.read().await?.count_unsealed_audit(late).await?;
        report.note((unsealed > 0).then(|| format!("{unsealed} entries are in no link")));
        let missing = expected.filter(|_| !seen_expected);
        report.note(missing.map(|(at, _)| format!("the chain ends before the expected link {at}")));
        report.head = (seq > 0).then(|| (seq, hex::encode(previous)));
        Ok(report)
    }
}

impl AuditReport {
    fn note(&mut self, fault: Option<String>) {
        self.faults.extend(fault.filter(|_| self.faults.len() < MAX_FAULTS));
    }
}
