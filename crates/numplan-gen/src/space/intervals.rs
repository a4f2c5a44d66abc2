//! Sets of integers as sorted, half-open intervals that are neither overlapping nor adjacent.

/// A set of integers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Intervals(Vec<(u64, u64)>);

impl Intervals {
    /// The set `start..end`.
    pub fn range(start: u64, end: u64) -> Self {
        if start < end { Self(vec![(start, end)]) } else { Self::default() }
    }

    /// The intervals in ascending order.
    pub fn as_slice(&self) -> &[(u64, u64)] {
        &self.0
    }

    /// Whether the set has no members.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Number of members.
    pub fn count(&self) -> u64 {
        self.0.iter().map(|(start, end)| end - start).sum()
    }

    /// Appends an interval that is greater than all others.
    pub fn push(&mut self, start: u64, end: u64) {
        match self.0.last_mut() {
            Some(last) if last.1 == start => last.1 = end,
            _ => self.0.push((start, end)),
        }
    }

    /// Appends a set, shifted by `by`, that is greater than all others.
    pub fn append(&mut self, other: &Self, by: u64) {
        for (start, end) in &other.0 {
            self.push(start + by, end + by);
        }
    }

    /// The union.
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        self.combine(other, |a, b| a || b)
    }

    /// The intersection.
    #[must_use]
    pub fn intersection(&self, other: &Self) -> Self {
        self.combine(other, |a, b| a && b)
    }

    /// The difference.
    #[must_use]
    pub fn difference(&self, other: &Self) -> Self {
        self.combine(other, |a, b| a && !b)
    }

    /// Combines two sets in one sweep over their bounds.
    fn combine(&self, other: &Self, keep: impl Fn(bool, bool) -> bool) -> Self {
        let (mut left, mut right) = (Borders::new(&self.0), Borders::new(&other.0));
        let mut out = Self::default();
        let mut open = None;
        while let Some(at) = [left.next, right.next].into_iter().flatten().min() {
            left.pass(at);
            right.pass(at);
            match (keep(left.inside, right.inside), open) {
                (true, None) => open = Some(at),
                (false, Some(start)) => {
                    out.push(start, at);
                    open = None;
                }
                _ => {}
            }
        }
        out
    }
}

/// The bounds of a set in ascending order, and whether the sweep is inside it.
struct Borders<'a> {
    rest: std::slice::Iter<'a, (u64, u64)>,
    next: Option<u64>,
    end: u64,
    inside: bool,
}

impl<'a> Borders<'a> {
    fn new(set: &'a [(u64, u64)]) -> Self {
        let mut borders = Self { rest: set.iter(), next: None, end: 0, inside: false };
        borders.advance();
        borders
    }

    fn advance(&mut self) {
        self.next = self.rest.next().map(|(start, end)| {
            self.end = *end;
            *start
        });
    }

    fn pass(&mut self, at: u64) {
        if self.next != Some(at) {
            return;
        }
        self.inside = !self.inside;
        if self.inside { self.next = Some(self.end) } else { self.advance() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(pairs: &[(u64, u64)]) -> Intervals {
        Intervals(pairs.to_vec())
    }

    #[test]
    fn set_operations_agree_with_single_members() {
        let samples = [
            set(&[]),
            set(&[(0, 5)]),
            set(&[(2, 4), (6, 9), (11, 12)]),
            set(&[(0, 1), (3, 7), (9, 14)]),
            set(&[(4, 6), (12, 16)]),
        ];
        let has = |set: &Intervals, at| set.0.iter().any(|(start, end)| (*start..*end).contains(&at));
        for a in &samples {
            for b in &samples {
                let (union, both, only) = (a.union(b), a.intersection(b), a.difference(b));
                for at in 0..20 {
                    assert_eq!(has(&union, at), has(a, at) || has(b, at));
                    assert_eq!(has(&both, at), has(a, at) && has(b, at));
                    assert_eq!(has(&only, at), has(a, at) && !has(b, at));
                }
                for result in [union, both, only] {
                    assert!(result.0.windows(2).all(|pair| pair[0].1 < pair[1].0), "{result:?}");
                }
            }
        }
    }
}
