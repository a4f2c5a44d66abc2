//! Regular expressions of a configuration, bounded in source, memory and the text they search.

use numsift_model::limits::{PATTERN_MEMORY, PATTERN_SOURCE};
use regex::{Regex, RegexBuilder};

use crate::config::fault::{Faults, Problem};

/// Longest part of a text that is searched.
const MAX_SEARCHED: usize = 4096;
/// Deepest nesting of groups.
const MAX_NESTING: u32 = 20;

/// A compiled regular expression.
#[derive(Debug, Clone)]
pub(crate) struct Pattern(Regex);

impl Pattern {
    /// Compiles the pattern of a field. Records a fault if it is invalid or too large.
    pub(crate) fn compile(field: &str, source: &str, ignore_case: bool, faults: &mut Faults) -> Option<Self> {
        let built = if source.len() > PATTERN_SOURCE {
            Err(format!("it is longer than {PATTERN_SOURCE} bytes"))
        } else {
            RegexBuilder::new(source)
                .case_insensitive(ignore_case)
                .size_limit(PATTERN_MEMORY)
                .dfa_size_limit(PATTERN_MEMORY)
                .nest_limit(MAX_NESTING)
                .build()
                .map_err(|error| error.to_string())
        };
        built.map_err(|message| faults.add(field, Problem::NotARegex { message })).ok().map(Self)
    }

    /// Whether the pattern matches somewhere in the text. Only the first few kilobytes are searched.
    pub(crate) fn is_match(&self, text: &str) -> bool {
        self.0.is_match(&text[..text.floor_char_boundary(MAX_SEARCHED)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compile(source: &str) -> Result<Pattern, Vec<crate::Fault>> {
        let mut faults = Faults::default();
        Pattern::compile("p", source, true, &mut faults).ok_or(faults.0)
    }

    #[test]
    fn patterns_ignore_case_and_search_the_beginning_only() {
        let pattern = compile("insufficient (credit|funds)").unwrap();
        assert!(pattern.is_match("Error: Insufficient Funds."));
        assert!(!pattern.is_match("insufficient"));
        let late = format!("{}insufficient funds", "ü".repeat(MAX_SEARCHED));
        assert!(!pattern.is_match(&late));
    }

    #[test]
    fn large_and_invalid_patterns_are_refused() {
        let nested = format!("{}a{}", "(".repeat(30), ")".repeat(30));
        let long = "a".repeat(PATTERN_SOURCE + 1);
        for source in ["(", "a{99999}", r"(\pL{1,500}){1,500}", "((a{1,100}){1,100}){1,100}", &nested, &long]
        {
            let faults = compile(source).unwrap_err();
            assert!(matches!(faults[0].problem, Problem::NotARegex { .. }), "{source}: {faults:?}");
        }
    }
}
