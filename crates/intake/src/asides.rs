//! Finds the numbers of a text that are not part of its list: those of its sender, and those that it calls old or wrong.

mod words;

use std::collections::HashMap;
use std::ops::Range;

use numplan::{Options, Region};
use numsift_model::limits::LEFT_OUT_NUMBERS;

use self::words::{CLOSINGS, NEW, NO_MORE, NOT, OLD, OWN, POSTSCRIPTS, THANKS, WRONG};
use crate::entries::{Search, line_entries};
use crate::labelled::{Label, label};
use crate::moments::is_chat_line;
use crate::records::Records;
use crate::sink::digits;

/// Lines that are examined. A longer text is rather a list than a message.
const LINES: usize = 2000;

/// Fewest numbers of the list in a message.
const MIN_NUMBERS: usize = 4;

/// Most numbers of its sender, and how many times more the list has at least.
const MAX_OF_SENDER: usize = 3;
const FEWER: usize = 3;

/// Most lines from the closing on that are not blank.
const CLOSING_LINES: usize = 8;

/// The same after thanks, which are also said in the middle of a message; and most letters of their line.
const THANKS_LINES: usize = 5;
const THANKS_LETTERS: usize = 40;

/// Lines in which a message names its sender.
const HEAD_LINES: usize = 8;

/// Most letters of the name of such a line, as in `From:`.
const HEAD_NAME: usize = 20;

/// Words in front of a number that belong to it.
const NEAR: usize = 3;

/// Most words in front of a number and behind it that may say that it is wrong.
const MAX_BEFORE: usize = 8;
const MAX_AFTER: usize = 5;

/// Most words behind "no more".
const MAX_REST: usize = 1;

/// Letters in front of a number in which scripts without spaces are searched.
const NEAR_LETTERS: usize = 6;

/// A number that is not part of the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Aside {
    /// Its digits with the calling code.
    pub(crate) number: u64,
    pub(crate) written: String,
}

/// The numbers of a text that are not part of its list.
#[derive(Default)]
pub(crate) struct Asides {
    pub(crate) of_sender: Vec<Aside>,
    pub(crate) old: Vec<Aside>,
}

impl Asides {
    /// Finds them in a whole text.
    pub(crate) fn of(text: &[u8], search: Search, region: Option<Region>) -> Self {
        let options = Options { default_region: region, repair: true };
        let records: Vec<_> = Records::new(text, None, true).take(LINES + 1).collect();
        if records.len() > LINES {
            return Self::default();
        }
        let lines: Vec<Line<'_>> = records
            .iter()
            .filter_map(|record| std::str::from_utf8(record.text).ok())
            .map(|line| Line::of(line, search, options))
            .collect();
        let mut times: HashMap<u64, usize> = HashMap::new();
        for found in lines.iter().flat_map(|line| &line.numbers) {
            *times.entry(found.aside.number).or_default() += 1;
        }
        // A number that the list has as well stays in it.
        let alone = |asides: Vec<&Aside>| {
            let asides = asides.into_iter().filter(|aside| times.get(&aside.number) == Some(&1));
            asides.cloned().collect::<Vec<_>>()
        };
        // In a conversation, everybody names their own number.
        let chat = lines.first().is_some_and(|line| line.text.starts_with("[LINE]"))
            || lines.iter().filter(|line| is_chat_line(line.text)).count() * 4 >= lines.len();
        let end = if chat { lines.len() } else { closing(&lines).min(signature(&lines)) };
        let (listed, signed) = lines.split_at(end);
        let mut of_sender: Vec<&Aside> = signed.iter().flat_map(Line::asides).collect();
        if !chat {
            of_sender.extend(own(listed));
        }
        let found = Self { of_sender: alone(of_sender), old: alone(old(listed)) };
        // So many are no exceptions.
        if found.all().count() > LEFT_OUT_NUMBERS { Self::default() } else { found }
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = &Aside> {
        self.of_sender.iter().chain(&self.old)
    }
}

/// A line of a text.
struct Line<'a> {
    text: &'a str,
    numbers: Vec<Found<'a>>,
}

/// A number in a line.
struct Found<'a> {
    aside: Aside,
    /// Whether a name of phone numbers stands in front of it.
    labelled: bool,
    /// The text between the number before it, or the beginning of the line, and the number.
    before: &'a str,
    /// The text between the number and the next one, or the end of the line.
    after: &'a str,
}

impl<'a> Line<'a> {
    fn of(line: &'a str, search: Search, options: Options) -> Self {
        let found: Vec<(Range<usize>, u64)> = line_entries(line, search, options)
            .numbers
            .into_iter()
            .filter_map(|(at, verdict)| Some((at, digits(verdict)?)))
            .collect();
        let numbers = found.iter().enumerate().map(|(place, (at, number))| {
            let from = if place == 0 { 0 } else { found[place - 1].0.end };
            let to = found.get(place + 1).map_or(line.len(), |(next, _)| next.start);
            Found {
                aside: Aside { number: *number, written: line[at.clone()].trim().to_owned() },
                labelled: matches!(label(line, at.start), Label::Mobile | Label::Phone | Label::Landline),
                before: line.get(from..at.start).unwrap_or_default(),
                after: line.get(at.end..to).unwrap_or_default(),
            }
        });
        Self { text: line.trim(), numbers: numbers.collect() }
    }

    fn asides(&self) -> impl Iterator<Item = &Aside> {
        self.numbers.iter().map(|found| &found.aside)
    }

    fn begins_with(&self, phrases: &[&str]) -> bool {
        begins_with(self.text, phrases)
    }

    /// Whether it is like `From: Ann <ann@example.com>`.
    fn names_sender(&self) -> bool {
        let Some((name, value)) = self.text.split_once(':') else { return false };
        name.chars().count() <= HEAD_NAME && value.contains('@')
    }

    /// Whether it has words and no number, as the name of a person.
    fn is_name(&self) -> bool {
        self.numbers.is_empty()
            && self.text.contains(char::is_alphabetic)
            && self.text.chars().count() <= THANKS_LETTERS
    }
}

fn count(lines: &[Line<'_>]) -> usize {
    lines.iter().map(|line| line.numbers.len()).sum()
}

fn begins_with(line: &str, phrases: &[&str]) -> bool {
    let line = line.trim().to_lowercase();
    phrases.iter().any(|phrase| {
        line.strip_prefix(phrase).is_some_and(|rest| !rest.starts_with(|next: char| next.is_alphanumeric()))
    })
}

/// Whether these lines end like a letter or message.
pub(crate) fn is_closed(lines: &[&str]) -> bool {
    lines.iter().rev().take(CLOSING_LINES).any(|line| begins_with(line, CLOSINGS))
}

/// The first line of the closing of a message; the number of lines if it has none.
fn closing(lines: &[Line<'_>]) -> usize {
    let is_message = lines.iter().take(HEAD_LINES).any(Line::names_sender);
    let is_closing = |place: &usize| {
        let (before, after) = lines.split_at(*place);
        let thanks = after[0].begins_with(THANKS);
        let closes = after[0].begins_with(CLOSINGS) || (is_message && thanks);
        (closes && is_signed(before, after, CLOSING_LINES))
            || (thanks && is_signed(before, after, THANKS_LINES) && has_name(after))
    };
    (0..lines.len()).find(is_closing).unwrap_or(lines.len())
}

/// Whether a list is followed by the few numbers of its sender.
fn is_signed(before: &[Line<'_>], after: &[Line<'_>], most_lines: usize) -> bool {
    let (listed, signed) = (count(before), count(after));
    let written = after.iter().filter(|line| !line.text.is_empty()).count();
    listed >= MIN_NUMBERS
        && (1..=MAX_OF_SENDER).contains(&signed)
        && signed * FEWER <= listed
        && written <= most_lines
        && !after.iter().any(|line| line.begins_with(&POSTSCRIPTS))
}

/// Whether thanks are followed by a name, and the name by a number.
fn has_name(after: &[Line<'_>]) -> bool {
    let thanks = &after[0];
    let named = |found: &Found<'_>| found.before.chars().filter(|letter| letter.is_alphabetic()).count() > 1;
    let numbers = || after[1..].iter().flat_map(|line| &line.numbers);
    thanks.is_name() && (after[1..].iter().any(Line::is_name) || numbers().any(named))
}

/// The first line of a signature without a closing: the last paragraph, with an address or names of numbers, where the numbers of
/// the list have none; or what follows a line of hyphens.
fn signature(lines: &[Line<'_>]) -> usize {
    let Some(last) = lines.iter().rposition(|line| !line.text.is_empty()) else { return lines.len() };
    let mark = |line: &Line<'_>| matches!(line.text, "--" | "---" | "—" | "__");
    let Some(break_at) = lines[..last].iter().rposition(|line| line.text.is_empty() || mark(line)) else {
        return lines.len();
    };
    let (before, after) = lines.split_at(break_at);
    let named = |lines: &[Line<'_>]| {
        lines.iter().flat_map(|line| &line.numbers).filter(|found| found.labelled).count()
    };
    let has_address = after.iter().any(|line| line.text.contains('@') || line.text.contains("www."));
    let has_names = named(after) > 0 && named(before) * 5 <= count(before);
    let first = after.iter().position(|line| !line.numbers.is_empty()).unwrap_or(0);
    let is_signature = is_signed(before, after, CLOSING_LINES)
        && after[..first].iter().any(Line::is_name)
        && (mark(&after[0]) || has_address || has_names);
    if is_signature { break_at } else { lines.len() }
}

/// The numbers that a message calls those of its sender, above its list or below it.
fn own<'a>(lines: &'a [Line<'_>]) -> Vec<&'a Aside> {
    let is_own = |line: &Line<'_>| {
        let numbers = &line.numbers;
        numbers.len() < FEWER
            && numbers.iter().any(|found| has_phrase(sentence(found.before), OWN, |_, _| true))
    };
    let is_listed = |line: &Line<'_>| !line.numbers.is_empty() && !is_own(line);
    let Some(first) = lines.iter().position(is_listed) else { return Vec::new() };
    let last = lines.iter().rposition(is_listed).unwrap_or(first);
    // People in a conversation say so, too.
    if lines[first..=last].iter().any(is_own) {
        return Vec::new();
    }
    let outside = lines[..first].iter().chain(&lines[last + 1..]);
    let own: Vec<&Aside> = outside.flat_map(Line::asides).collect();
    let listed = count(&lines[first..=last]);
    let is_sender = own.len() <= MAX_OF_SENDER && listed >= MIN_NUMBERS && own.len() * FEWER <= listed;
    if is_sender { own } else { Vec::new() }
}

/// The last sentence of a text in front of a number.
fn sentence(before: &str) -> &str {
    let ends = [". ", "! ", "? ", "。", "！", "？"];
    let from = ends.into_iter().filter_map(|end| before.rfind(end).map(|at| at + end.len())).max();
    before.get(from.unwrap_or(0)..).unwrap_or_default()
}

/// The numbers that lines call old, if they have another one, and those that they call wrong.
fn old<'a>(lines: &'a [Line<'_>]) -> Vec<&'a Aside> {
    let mut old = Vec::new();
    for line in lines {
        let is_old = |found: &Found<'_>| says(found.before, OLD) && !says(found.before, NEW);
        let is_old = |found: &&Found<'_>| is_old(found) || found.is_denied();
        let (wrong, others): (Vec<_>, Vec<_>) = line.numbers.iter().partition(|found| found.is_wrong());
        let (outdated, current): (Vec<_>, Vec<_>) = others.into_iter().partition(is_old);
        let outdated = if current.is_empty() { Vec::new() } else { outdated };
        old.extend(wrong.into_iter().chain(outdated).map(|found| &found.aside));
    }
    let listed = count(lines) - old.len();
    if listed >= MIN_NUMBERS && old.len() * FEWER <= listed { old } else { Vec::new() }
}

impl Found<'_> {
    /// Whether the words beside it say that it is wrong or not used any more.
    fn is_wrong(&self) -> bool {
        let (before, after) = (clause_before(self.before), clause_after(self.after));
        // Rather a time at which not to call.
        if [before, after].iter().any(|text| text.contains(|letter: char| letter.is_numeric())) {
            return false;
        }
        let short = |text: &str, most: usize| text.split_whitespace().count() <= most;
        // In `not working today`, it is the person who does not.
        let ends = |phrase: &str, rest: &str| {
            rest.trim().is_empty()
                || (NO_MORE.contains(&phrase) && short(rest, MAX_REST))
                || !has_spaces(phrase)
        };
        (short(before, MAX_BEFORE) && has_phrase(before, WRONG, |_, _| true))
            || (short(after, MAX_AFTER) && has_phrase(after, WRONG, ends))
    }

    /// Whether it stands behind a plain "not".
    fn is_denied(&self) -> bool {
        let before = clause_before(self.before).trim().to_lowercase();
        NOT.contains(&before.as_str())
    }
}

const MARKS: [char; 17] =
    [',', ';', '.', '!', '?', '(', ')', '[', ']', '–', '—', ':', '/', '|', '，', '、', '。'];

/// The words in front of a number that belong to it rather than to what stands before.
fn clause_before(before: &str) -> &str {
    let open =
        before.trim_end_matches(|letter: char| letter.is_whitespace() || matches!(letter, ':' | '-' | '('));
    let from = open.rfind(MARKS).map_or(0, |at| at + open[at..].chars().next().map_or(1, char::len_utf8));
    &open[from..]
}

/// The words behind a number that belong to it: a bracket, what stands before the next mark, or the rest of the line. Words in
/// front of another number belong to that one.
fn clause_after(after: &str) -> &str {
    let text = after.trim_start();
    if let Some(inside) = text.strip_prefix(['(', '[']) {
        return inside
            .split([')', ']'])
            .next()
            .filter(|inside| inside.len() < text.len() - 1)
            .unwrap_or_default();
    }
    let text = text.trim_start_matches(|letter: char| {
        letter.is_whitespace() || matches!(letter, '-' | '–' | '—' | ':' | ',')
    });
    let end = text.find(MARKS).unwrap_or(text.len());
    &text[..end]
}

/// Whether a text has one of these phrases, and what follows it is wanted.
fn has_phrase(text: &str, phrases: &[&str], is_wanted: impl Fn(&str, &str) -> bool) -> bool {
    let plain: String = text
        .to_lowercase()
        .chars()
        .map(|letter| match letter {
            '’' => '\'',
            letter if letter.is_alphanumeric() || is_mark(letter) || matches!(letter, '\'' | '-') => letter,
            _ => ' ',
        })
        .collect();
    let plain = format!(" {} ", plain.split_whitespace().collect::<Vec<_>>().join(" "));
    phrases.iter().any(|phrase| {
        plain.match_indices(phrase).any(|(at, _)| {
            let (before, rest) = (&plain[..at], &plain[at + phrase.len()..]);
            let is_whole = !has_spaces(phrase) || (before.ends_with(' ') && rest.starts_with(' '));
            is_whole && is_wanted(phrase, rest)
        })
    })
}

/// Whether the words in front of a number are among these. Names of persons are written with a capital letter.
fn says(before: &str, words: &[&str]) -> bool {
    let all: Vec<&str> = before
        .split(|letter: char| !letter.is_alphanumeric() && !is_mark(letter))
        .filter(|word| !word.is_empty())
        .collect();
    let near = &all[all.len().saturating_sub(NEAR)..];
    let is_name = |place: usize| {
        let word = near[place];
        let from = word.as_ptr() as usize - before.as_ptr() as usize;
        let starts = before[..from].trim_end().is_empty() || before[..from].trim_end().ends_with(MARKS);
        let alone = place + 1 == near.len() && !before.trim_end().ends_with(':');
        word.starts_with(char::is_uppercase) && (!starts || alone)
    };
    let lower = before.to_lowercase();
    let skipped = lower.chars().count().saturating_sub(NEAR_LETTERS);
    let letters: String = lower.chars().skip(skipped).collect();
    let said = |word: &str| {
        (0..near.len()).any(|place| near[place].to_lowercase() == word && !is_name(place))
            || (!has_spaces(word) && letters.contains(word))
    };
    words.iter().any(|word| said(word))
}

/// Vowel signs of Indic scripts, which are no letters by themselves.
fn is_mark(letter: char) -> bool {
    ('\u{900}'..='\u{dff}').contains(&letter)
}

/// Whether the script of a word has spaces between words.
fn has_spaces(word: &str) -> bool {
    word.chars().all(|letter| letter < '\u{e00}' || ('\u{1e00}'..='\u{1fff}').contains(&letter))
}
