//! A column of strings, stored as one string and the end of each value.

/// A column of strings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text {
    all: String,
    ends: Vec<usize>,
}

impl Text {
    pub fn new() -> Self {
        Self::default()
    }

    /// An empty column with capacity for values and bytes.
    pub fn with_capacity(values: usize, bytes: usize) -> Self {
        Self { all: String::with_capacity(bytes), ends: Vec::with_capacity(values) }
    }

    /// A column of empty strings.
    pub fn empty(values: usize) -> Self {
        Self { all: String::new(), ends: vec![0; values] }
    }

    pub fn push(&mut self, value: &str) {
        self.all.push_str(value);
        self.ends.push(self.all.len());
    }

    /// The value at `index`. Panics if there is none.
    pub fn get(&self, index: usize) -> &str {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.all[start..self.ends[index]]
    }

    pub fn len(&self) -> usize {
        self.ends.len()
    }

    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Bytes of all values together.
    pub fn bytes(&self) -> usize {
        self.all.len()
    }

    pub fn iter(&self) -> impl ExactSizeIterator<Item = &str> {
        (0..self.len()).map(|index| self.get(index))
    }

    pub(crate) fn all(&self) -> &str {
        &self.all
    }

    /// The range of each value in the whole string.
    pub(crate) fn ranges(&self) -> impl Iterator<Item = std::ops::Range<usize>> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(self.ends.iter().copied()).map(|(start, end)| start..end)
    }

    /// Appends the values of another column.
    pub fn append(&mut self, other: &Self) {
        let before = self.all.len();
        self.all.push_str(&other.all);
        self.ends.extend(other.ends.iter().map(|end| before + end));
    }

    /// Copies some of the values.
    #[must_use]
    pub fn slice(&self, range: std::ops::Range<usize>) -> Self {
        let start = if range.start == 0 { 0 } else { self.ends[range.start - 1] };
        let ends: Vec<usize> = self.ends[range].iter().map(|end| end - start).collect();
        let len = ends.last().copied().unwrap_or(0);
        Self { all: self.all[start..start + len].to_owned(), ends }
    }
}

impl<S: AsRef<str>> FromIterator<S> for Text {
    fn from_iter<I: IntoIterator<Item = S>>(values: I) -> Self {
        let mut text = Self::new();
        for value in values {
            text.push(value.as_ref());
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn values_survive_slicing_and_appending(values in prop::collection::vec("\\PC{0,5}", 0..20), cut in 0_usize..20, more in 0_usize..20) {
            let text: Text = values.iter().collect();
            prop_assert_eq!(text.iter().collect::<Vec<_>>(), values.iter().map(String::as_str).collect::<Vec<_>>());
            let from = cut.min(values.len());
            let to = (from + more).min(values.len());
            let part = text.slice(from..to);
            prop_assert_eq!(part.iter().collect::<Vec<_>>(), values[from..to].iter().map(String::as_str).collect::<Vec<_>>());
            let mut joined = text.slice(0..from);
            joined.append(&text.slice(from..values.len()));
            prop_assert_eq!(joined, text);
        }
    }
}
