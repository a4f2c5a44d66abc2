//! Validity, type, region and possible length of a [`PhoneNumber`].

use crate::automaton::Answer;
use crate::clean::Run;
use crate::dfa;
use crate::kinds::{NumberType, Possible};
use crate::number::PhoneNumber;
use crate::region::{Meta, NO_REGION, Region, siblings};
use crate::resolve::plain_answer;

impl PhoneNumber {
    /// The digit values of the national significant number.
    pub(crate) fn values(&self) -> ([u8; 20], usize) {
        let mut values = [0; 20];
        let nsn = self.nsn();
        for (slot, byte) in values.iter_mut().zip(nsn.as_bytes()) {
            *slot = byte - b'0';
        }
        (values, nsn.len())
    }

    fn answer(&self) -> Answer {
        // Most numbers have at most 16 digits, which fit in one word.
        if let Some(run) = Run::of_number(self.country_code(), self.national_number(), self.nsn_len()) {
            return run.class().plain();
        }
        let (values, length) = self.values();
        plain_answer(self.country_code(), &values[..length])
    }

    /// Whether the number fits the numbering plan of its region. It need not be in use.
    ///
    /// ```
    /// assert!(numplan::parse("+8613812345678", None).unwrap().is_valid());
    /// assert!(!numplan::parse("+8611112345678", None).unwrap().is_valid());
    /// ```
    pub fn is_valid(&self) -> bool {
        self.answer().is_valid()
    }

    /// Whether the number fits the numbering plan of the given region.
    ///
    /// ```
    /// use numplan::{Region, parse};
    /// let number = parse("+16502530000", None).unwrap();
    /// assert!(number.is_valid_for(Region::from_code("US").unwrap()));
    /// assert!(!number.is_valid_for(Region::from_code("BS").unwrap()));
    /// ```
    pub fn is_valid_for(&self, region: Region) -> bool {
        let own = siblings(self.country_code()).iter().map(|&index| Meta(index));
        own.filter(|meta| meta.region() == region).any(|meta| self.type_in(meta) != NumberType::Unknown)
    }

    /// The type of the number in the plan of one region.
    fn type_in(&self, meta: Meta) -> NumberType {
        let Some(machine) = meta.types() else {
            return self.number_type();
        };
        let (values, length) = self.values();
        match dfa::value(machine, &values[..length]) {
            0 => NumberType::Unknown,
            #[allow(clippy::cast_possible_truncation, reason = "a dozen types")]
            kind => NumberType::from_index(kind as u8 - 1),
        }
    }

    /// The type of a valid number; [`NumberType::Unknown`] for others.
    ///
    /// ```
    /// use numplan::{NumberType, parse};
    /// assert_eq!(parse("+8613812345678", None).unwrap().number_type(), NumberType::Mobile);
    /// assert_eq!(parse("+16502530000", None).unwrap().number_type(), NumberType::FixedLineOrMobile);
    /// ```
    pub fn number_type(&self) -> NumberType {
        NumberType::from_index(self.answer().kind())
    }

    /// The region that the number belongs to, if its digits determine one.
    ///
    /// ```
    /// use numplan::{Region, parse};
    /// assert_eq!(parse("+12423570000", None).unwrap().region(), Region::from_code("BS"));
    /// assert_eq!(parse("+80012345678", None).unwrap().region(), Some(Region::WORLD));
    /// assert_eq!(parse("+11112223333", None).unwrap().region(), None);
    /// ```
    pub fn region(&self) -> Option<Region> {
        region(self.answer())
    }

    /// All regions whose plan the number fits, the main region of its calling code first.
    ///
    /// ```
    /// use numplan::{Region, parse};
    /// let number = parse("+447912345678", None).unwrap();
    /// assert!(number.candidate_regions().any(|region| region.code() == "GB"));
    /// ```
    pub fn candidate_regions(&self) -> impl Iterator<Item = Region> {
        let number = *self;
        siblings(self.country_code())
            .iter()
            .map(|&index| Meta(index))
            .filter(move |&meta| number.type_in(meta) != NumberType::Unknown)
            .map(Meta::region)
    }

    /// Whether the length of the number is possible in its country, and if not, why.
    ///
    /// ```
    /// use numplan::{Possible, parse};
    /// assert_eq!(parse("+86138", None).unwrap().possible(), Possible::TooShort);
    /// ```
    pub fn possible(&self) -> Possible {
        let main = Meta::main(self.country_code());
        main.map_or(Possible::InvalidCountryCode, |meta| meta.possible(usize::from(self.nsn_len())))
    }

    /// Whether the length of the number is possible in its country.
    ///
    /// ```
    /// assert!(numplan::parse("+8611112345678", None).unwrap().is_possible());
    /// ```
    pub fn is_possible(&self) -> bool {
        matches!(self.possible(), Possible::Yes | Possible::LocalOnly)
    }
}

#[inline]
pub fn region(answer: Answer) -> Option<Region> {
    (answer.region() != NO_REGION).then(|| Meta(answer.region()).region())
}
