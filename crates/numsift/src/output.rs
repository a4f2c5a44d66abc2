//! Output of commands, which may be piped into a program that stops reading.

use std::io::{self, Write};

/// Writes to standard output. A reader that has gone away, such as `head`, is not an error.
pub fn write(print: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut out = io::stdout().lock();
    match print(&mut out).and_then(|()| out.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => written,
    }
}

/// An error and its causes in one line. Many errors repeat their cause in their own text; it is said once.
pub fn causes(error: &anyhow::Error) -> String {
    let mut text = String::new();
    for cause in error.chain() {
        let cause = cause.to_string();
        if text.is_empty() {
            text = cause;
        } else if !text.contains(&cause) {
            text.push_str(": ");
            text.push_str(&cause);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use anyhow::{Context as _, anyhow};
    use numsift_store::StoreError;

    use super::causes;

    #[test]
    fn a_cause_is_said_once() {
        let refused = std::io::Error::other("connection refused");
        let error = anyhow::Error::from(StoreError::backend(refused)).context("cannot open the database");
        assert_eq!(causes(&error), "cannot open the database: database error: connection refused");
        let error = Err::<(), _>(anyhow!("no such file")).context("cannot read the key").unwrap_err();
        assert_eq!(causes(&error), "cannot read the key: no such file");
    }
}
