//! What checks need besides the numbers, such as the date of consent.

use std::collections::BTreeMap;

use numsift_model::project::Project;
use numsift_model::row_input::RowInputKind;
use thiserror::Error;

/// Why the inputs of a number are refused. A missing one is no fault: the number is unknown then, and free of charge.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum InputFault {
    #[error("no check of this request needs it")]
    Unneeded,
    #[error("expected a day with the year first, such as 2024-03-01")]
    NotADay,
    #[error("expected a text of 1 to 64 bytes without control characters")]
    NotAText,
}

/// Checks the inputs of a number. Returns the name of the first wrong one as well.
pub fn check_inputs(
    projects: &[Project],
    given: &BTreeMap<String, String>,
) -> Result<(), (String, InputFault)> {
    for (name, value) in given {
        let needed = projects.iter().flat_map(|project| &project.details.inputs);
        let mut needed = needed.filter(|input| input.name == *name).peekable();
        let fault = match needed.peek() {
            None => Some(InputFault::Unneeded),
            Some(_) => needed.find(|input| input.read(value).is_none()).map(|input| match input.kind {
                RowInputKind::Date => InputFault::NotADay,
                RowInputKind::Text => InputFault::NotAText,
            }),
        };
        if let Some(fault) = fault {
            return Err((name.clone(), fault));
        }
    }
    Ok(())
}
