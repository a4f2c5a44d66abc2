//! How sure a guess is, why, and what else it could be.

use serde::{Deserialize, Serialize};

use crate::mapping::Hints;

/// How sure the guessed mapping is.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(default)]
pub struct Confidence {
    /// Whether the list can be read without asking. If not, there is at least one question.
    pub sure: bool,
    /// Why the mapping was chosen, most important first.
    pub reasons: Vec<Because>,
    /// What to ask, most important first.
    pub questions: Vec<Question>,
}

/// A reason for the guess.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct Because {
    pub code: Why,
    /// What the reason refers to, such as the name of a column or a country code; empty if nothing.
    pub value: String,
}

/// The kinds of reasons.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    /// The header names a mobile or phone number column.
    Header,
    /// Nearly all cells of the column are valid numbers.
    ValidNumbers,
    /// The numbers begin with their calling codes.
    CallingCodes,
    /// A column has the country of each row.
    CountryColumn,
    /// The numbers are written as usual in this country.
    NumbersFit,
    /// The language of headers or cells.
    Language,
    /// Cities, currencies or domains in other columns.
    OtherColumns,
    /// Other numbers of the column begin with the calling code of this country.
    OtherNumbers,
    /// Earlier lists of the account.
    EarlierLists,
    /// The choice was made by the user.
    Chosen,
    /// Another column contains numbers as well.
    OtherColumnLikely,
    /// The numbers are valid in another country as well.
    OtherCountryLikely,
    /// Few cells are valid numbers.
    FewValid,
    /// The column looks like identifiers, dates or amounts.
    LooksLikeOther,
    /// The text can be read as a table or as separate numbers.
    LayoutUnclear,
    /// Another sheet contains numbers as well.
    OtherSheetLikely,
    /// Sheets with the same columns are read together.
    SheetsContinue,
    /// The few landlines among the mobile numbers of a text are left out.
    LandlinesLeftOut,
    /// The numbers of the sender of a text are left out.
    SenderLeftOut,
    /// The numbers that a text calls old are left out.
    OldLeftOut,
}

/// What a question is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum About {
    Column,
    Country,
    Layout,
    Sheet,
}

/// A question with its most likely answers. The first one is the guessed mapping.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct Question {
    pub about: About,
    /// The hints that select each answer, most likely first.
    pub options: Vec<Hints>,
}

impl Confidence {
    pub(crate) fn because(&mut self, code: Why, value: impl Into<String>) {
        self.reasons.push(Because { code, value: value.into() });
    }

    pub(crate) fn ask(&mut self, about: About, options: Vec<Hints>) {
        self.sure = false;
        self.questions.push(Question { about, options });
    }
}
