//! Enums that are stored and sent as words.
//!
//! strum derives the words and serde uses the same ones (a test compares them). [`word_methods!`] adds the
//! methods that callers use, so that strum's traits need not be imported everywhere.

macro_rules! word_methods {
    ($($name:ident),+ $(,)?) => {$(
        impl $name {
            pub const ALL: &'static [Self] = <Self as strum::VariantArray>::VARIANTS;

            /// The word used in the database and on the wire.
            pub fn as_str(self) -> &'static str {
                self.into()
            }

            pub fn from_word(word: &str) -> Option<Self> {
                word.parse().ok()
            }
        }
    )+};
}
pub(crate) use word_methods;

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fmt::Debug;

    use serde::Serialize;
    use serde::de::DeserializeOwned;

    fn check<T>(all: &[T], as_str: fn(T) -> &'static str, from_word: fn(&str) -> Option<T>)
    where
        T: Copy + Debug + PartialEq,
    {
        let words: BTreeSet<_> = all.iter().map(|value| as_str(*value)).collect();
        assert_eq!(words.len(), all.len(), "{all:?}");
        for value in all {
            assert_eq!(from_word(as_str(*value)), Some(*value));
        }
        assert_eq!(from_word("nothing"), None);
    }

    fn check_serde<T>(all: &[T], as_str: fn(T) -> &'static str)
    where
        T: Copy + Debug + PartialEq + Serialize + DeserializeOwned,
    {
        for value in all {
            let json = serde_json::Value::from(as_str(*value));
            assert_eq!(serde_json::to_value(value).unwrap(), json);
            assert_eq!(serde_json::from_value::<T>(json).unwrap(), *value);
        }
    }

    macro_rules! check_words {
        (serde: $($with:ty),+; plain: $($without:ty),+ $(;)?) => {
            $(
                check(<$with>::ALL, <$with>::as_str, <$with>::from_word);
                check_serde(<$with>::ALL, <$with>::as_str);
            )+
            $(check(<$without>::ALL, <$without>::as_str, <$without>::from_word);)+
        };
    }

    #[test]
    fn words_are_unique_and_the_same_in_the_database_and_on_the_wire() {
        use crate::api_key::{ApiScope, LimitClass};
        use crate::generation::{DrawOrder, Earlier, NumberStyle, RunPage, SpaceKind};
        use crate::ledger::{Asset, Bucket, PostingKind, SystemBook};
        use crate::list::{ListKind, ListState};
        use crate::permission::Permission;
        use crate::project::{Answerer, Category};
        use crate::recharge::{DepositStatus, OrderKind};
        use crate::schedule::{Every, RunOutcome};
        use crate::session::EndReason;
        use crate::task::{JobKind, JobState, TaskMode, TaskOrigin, TaskState};
        use crate::test_number::TestAnswer;
        use crate::webhook::{DeliveryFault, DeliveryState, DisabledReason, WebhookEvent};

        check_words! {
            serde: ApiScope, LimitClass, DrawOrder, Earlier, NumberStyle, RunPage, SpaceKind, Bucket, PostingKind,
                SystemBook, ListKind, ListState, Answerer, Category, DepositStatus, OrderKind, Every, RunOutcome, JobKind,
                JobState, TaskMode, TaskOrigin, TaskState, TestAnswer, DeliveryFault, DeliveryState, DisabledReason,
                WebhookEvent;
            plain: Asset, EndReason, Permission;
        }
    }
}
