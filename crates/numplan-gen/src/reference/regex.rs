//! A backtracking matcher over characters, for the rules about text.

/// A pattern over characters.
pub enum Re {
    /// One character that fits.
    One(Box<dyn Fn(char) -> bool + Send + Sync>),
    /// A sequence.
    Seq(Vec<Re>),
    /// Alternatives; the first that leads to a match is taken.
    Alt(Vec<Re>),
    /// Greedy repetition within limits.
    Many(Box<Re>, usize, usize),
    /// A capturing group.
    Group(Box<Re>),
}

/// Any of the characters.
pub fn any(characters: &'static str) -> Re {
    Re::One(Box::new(move |c| characters.contains(c)))
}

/// A literal text; `fold` is applied to the input.
pub fn word(text: &'static str, fold: fn(char) -> char) -> Re {
    Re::Seq(text.chars().map(|wanted| Re::One(Box::new(move |c| fold(c) == wanted))).collect())
}

/// Zero or one time.
pub fn maybe(inner: Re) -> Re {
    Re::Many(Box::new(inner), 0, 1)
}

/// Greedy repetition, at least `min` times.
pub fn many(inner: Re, min: usize) -> Re {
    Re::Many(Box::new(inner), min, usize::MAX)
}

type Group = Option<(usize, usize)>;

impl Re {
    /// The group of a match of the whole text from `start` on.
    pub fn match_rest(&self, text: &[char], start: usize) -> Option<Group> {
        let mut group = None;
        self.step(text, start, &mut group, &mut |at, _| at == text.len()).then_some(group)
    }

    fn step(
        &self,
        text: &[char],
        at: usize,
        group: &mut Group,
        next: &mut dyn FnMut(usize, &mut Group) -> bool,
    ) -> bool {
        match self {
            Re::One(fits) => text.get(at).is_some_and(|&c| fits(c)) && next(at + 1, group),
            Re::Seq(parts) => sequence(parts, text, at, group, next),
            Re::Alt(branches) => branches.iter().any(|branch| branch.step(text, at, group, next)),
            Re::Many(inner, min, max) => repeat(inner, *min, *max, text, at, group, next),
            Re::Group(inner) => {
                let before = *group;
                inner.step(text, at, group, &mut |end, group| {
                    *group = Some((at, end));
                    next(end, group)
                }) || {
                    *group = before;
                    false
                }
            }
        }
    }
}

fn sequence(
    parts: &[Re],
    text: &[char],
    at: usize,
    group: &mut Group,
    next: &mut dyn FnMut(usize, &mut Group) -> bool,
) -> bool {
    match parts.split_first() {
        None => next(at, group),
        Some((first, rest)) => {
            first.step(text, at, group, &mut |end, group| sequence(rest, text, end, group, next))
        }
    }
}

fn repeat(
    inner: &Re,
    min: usize,
    max: usize,
    text: &[char],
    at: usize,
    group: &mut Group,
    next: &mut dyn FnMut(usize, &mut Group) -> bool,
) -> bool {
    let more = max > 0
        && inner.step(text, at, group, &mut |end, group| {
            end > at && repeat(inner, min.saturating_sub(1), max - 1, text, end, group, next)
        });
    more || (min == 0 && next(at, group))
}
