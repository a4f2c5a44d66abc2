//! The original carrier of each number, from the numbering plan.

use numplan::{Options, Verdict, batch};
use numsift_segments::Results;

/// Numbers that are looked up at once. Their text fits into the processor cache.
const BLOCK: usize = 1024;
/// Longest line: a plus, twenty digits, a line feed.
const LINE: usize = 22;

/// Fills in the carrier that each number was originally allocated to.
pub(crate) fn fill_carriers(results: &mut Results) {
    let mut index_of = vec![0_u32; 0];
    let mut text = Vec::with_capacity(BLOCK * LINE);
    let mut verdicts = [Verdict::default(); BLOCK];
    let Results { numbers, carrier, carriers, .. } = results;
    carrier.clear();
    carrier.reserve(numbers.number.len());
    for block in numbers.number.chunks(BLOCK) {
        text.clear();
        for number in block {
            push_line(&mut text, *number);
        }
        batch::check(&text, Options::default(), &mut verdicts);
        for verdict in &verdicts[..block.len()] {
            let position = match verdict.carrier() {
                None => 0,
                Some(found) => {
                    let index = usize::from(found.index());
                    if index_of.len() <= index {
                        index_of.resize(index + 1, 0);
                    }
                    if index_of[index] == 0 {
                        carriers.push(found.name().to_owned());
                        index_of[index] = u32::try_from(carriers.len() - 1).unwrap_or(0);
                    }
                    index_of[index]
                }
            };
            carrier.push(position);
        }
    }
}

fn push_line(text: &mut Vec<u8>, number: u64) {
    let mut digits = [0_u8; 20];
    let (mut rest, mut at) = (number, digits.len());
    loop {
        at -= 1;
        // Less than ten, so the conversion cannot fail.
        digits[at] = b'0' + u8::try_from(rest % 10).unwrap_or(0);
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    text.push(b'+');
    text.extend_from_slice(&digits[at..]);
    text.push(b'\n');
}

#[cfg(test)]
mod tests {
    use numsift_segments::{CheckLayout, Layout, Numbers, Results, Text};

    use super::fill_carriers;

    #[test]
    fn carriers_match_the_numbers() {
        let layout = Layout { checks: vec![CheckLayout::new("carrier", ["known"])], ..Layout::default() };
        let number: Vec<u64> = vec![8_613_812_345_678, 442_083_661_177, 8_613_012_345_678, 8_613_812_345_679];
        let rows = number.len();
        let numbers = Numbers {
            line: vec![1; rows],
            country: vec![0; rows],
            kind: vec![0; rows],
            number,
            carried: vec![],
            written: Text::empty(rows),
        };
        let mut results = Results::new(numbers, &layout);
        fill_carriers(&mut results);
        let names: Vec<_> =
            results.carrier.iter().map(|position| results.carriers[*position as usize].as_str()).collect();
        assert_eq!(names, ["China Mobile", "", "China Unicom", "China Mobile"]);
    }
}
