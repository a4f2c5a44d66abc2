//! Where the numbers of a task or a quote come from.

use numsift_model::id::FileId;
use numsift_model::limits::{NUMBER_ID, TASK_NUMBERS};
use numsift_screening::{IncomingFile, ScreeningError};
use numsift_store::Scope;

use super::problem::{Code, Problem};
use crate::app::App;

/// Where the numbers of a task are.
pub enum Source {
    /// In the request.
    Numbers(IncomingFile),
    /// In the form.
    Form(IncomingFile),
    /// In a file that was sent before.
    Stored(FileId),
}

impl Source {
    /// Of a request with either numbers or a file.
    pub fn of(numbers: &[String], ids: &[String], file: Option<FileId>) -> Result<Self, Problem> {
        let count = numbers.len();
        match file {
            Some(_) if count > 0 => {
                Err(Problem::field(Code::InvalidRequest, "/file", "send either numbers or a file"))
            }
            Some(_) if !ids.is_empty() => Err(Problem::field(
                Code::InvalidRequest,
                "/ids",
                "only with numbers; a file has its own columns",
            )),
            Some(file) => Ok(Self::Stored(file)),
            None if !(1..=TASK_NUMBERS).contains(&count) => {
                let detail = format!("1 to {TASK_NUMBERS} numbers; send more as a file");
                Err(Problem::field(Code::InvalidRequest, "/numbers", detail))
            }
            None => {
                check_ids(ids, count)?;
                Ok(Self::Numbers(IncomingFile::of_lines(numbers, ids)?))
            }
        }
    }

    /// What identifies the content, besides the rest of the request.
    pub fn hash(&self) -> &[u8] {
        match self {
            Self::Numbers(file) | Self::Form(file) => file.hash(),
            // The id is in the request.
            Self::Stored(_) => &[],
        }
    }

    /// The content, and whether it is plain lines.
    pub async fn fetch(self, app: &App, scope: Scope) -> Result<(IncomingFile, bool), Problem> {
        match self {
            Self::Numbers(file) => Ok((file, true)),
            Self::Form(file) => Ok((file, false)),
            Self::Stored(id) => {
                let files = &app.screening.files;
                let file = match files.begin_use(scope, id).await {
                    Err(error @ (ScreeningError::NoSuchFile | ScreeningError::FileIncomplete { .. })) => {
                        return Err(Problem::field(Code::Unprocessable, "/file", error.to_string()));
                    }
                    file => file?,
                };
                Ok((files.fetch(&file).await?, false))
            }
        }
    }
}

/// Refuses ids that do not belong to the numbers, or are no short texts.
fn check_ids(ids: &[String], numbers: usize) -> Result<(), Problem> {
    if !ids.is_empty() && ids.len() != numbers {
        let detail = format!("as many ids as numbers: {numbers}");
        return Err(Problem::field(Code::InvalidRequest, "/ids", detail));
    }
    let good = |id: &String| id.chars().count() <= NUMBER_ID && !id.chars().any(char::is_control);
    match ids.iter().position(|id| !good(id)) {
        Some(place) => {
            let detail = format!("at most {NUMBER_ID} characters, without control characters");
            Err(Problem::field(Code::InvalidRequest, format!("/ids/{place}"), detail))
        }
        None => Ok(()),
    }
}
