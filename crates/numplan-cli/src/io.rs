//! The streams of a command.

use std::io::{IsTerminal, Read, Write};

pub struct Io<'a> {
    pub input: Box<dyn Read + Send + 'a>,
    pub output: Box<dyn Write + 'a>,
    /// Standard error, for summaries.
    pub errors: Box<dyn Write + 'a>,
    /// Whether standard error is a terminal; progress is shown only there.
    pub terminal: bool,
}

impl Io<'static> {
    /// The streams of the process.
    ///
    /// ```no_run
    /// let io = numplan_cli::Io::process();
    /// assert!(io.terminal || !io.terminal);
    /// ```
    pub fn process() -> Self {
        Self {
            input: Box::new(std::io::stdin()),
            output: Box::new(std::io::stdout()),
            errors: Box::new(std::io::stderr()),
            terminal: std::io::stderr().is_terminal(),
        }
    }
}

impl<'a> Io<'a> {
    /// Streams in memory, for tests.
    ///
    /// ```
    /// let (mut out, mut errors) = (Vec::new(), Vec::new());
    /// let io = numplan_cli::Io::test(b"+8613812345678\n", &mut out, &mut errors);
    /// assert!(!io.terminal);
    /// ```
    pub fn test(input: &'a [u8], output: &'a mut Vec<u8>, errors: &'a mut Vec<u8>) -> Self {
        Self { input: Box::new(input), output: Box::new(output), errors: Box::new(errors), terminal: false }
    }
}
