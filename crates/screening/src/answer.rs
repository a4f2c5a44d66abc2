//! What the number engine answers by itself.

use numplan::{Options, Verdict, batch};
use numsift_segments::Results;

/// Numbers that are looked up together, so that their text stays in the processor's cache.
const BLOCK: usize = 1024;
/// A plus, at most twenty digits, a line feed.
const LINE: usize = 22;

/// Fills in the carrier that each number was first given to.
pub(crate) fn fill_carriers(results: &mut Results) {
    let mut place_of = vec![0_u32; 0];
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
            let place = match verdict.carrier() {
                None => 0,
                Some(found) => {
                    let index = usize::from(found.index());
                    if place_of.len() <= index {
                        place_of.resize(index + 1, 0);
                    }
                    if place_of[index] == 0 {
                        carriers.push(found.name().to_owned());
                        place_of[index] = u32::try_from(carriers.len() - 1).unwrap_or(0);
                    }
                    place_of[index]
                }
            };
            carrier.push(place);
        }
    }
}

fn push_line(text: &mut Vec<u8>, number: u64) {
    let mut digits = [0_u8; 20];
    let (mut rest, mut at) = (number, digits.len());
    loop {
        at -= 1;
        // Below ten, so it fits.
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
    use numsift_segments::{CheckLayout, Layout, Numbers, Results};

    use super::fill_carriers;

    #[test]
    fn carriers_are_those_of_the_numbers() {
        let layout = Layout { checks: vec![CheckLayout::new("carrier", ["known"])], carried: Vec::new() };
        let number: Vec<u64> = vec![8_613_812_345_678, 442_083_661_177, 8_613_012_345_678, 8_613_812_345_679];
        let rows = number.len();
        let numbers = Numbers {
            line: vec![1; rows],
            country: vec![0; rows],
            kind: vec![0; rows],
            number,
            carried: vec![],
        };
        let mut results = Results::new(numbers, &layout);
        fill_carriers(&mut results);
        let names: Vec<_> =
            results.carrier.iter().map(|place| results.carriers[*place as usize].as_str()).collect();
        assert_eq!(names, ["China Mobile", "", "China Unicom", "China Mobile"]);
    }
}
