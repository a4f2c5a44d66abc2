//! `check`: writes one row per input line.

use std::fs::File;
use std::io::{Read, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use numplan::{Options, Region, Status, batch};

use crate::error::written;
use crate::fields::{Field, Format, Language};
use crate::out::Out;
use crate::pipeline::{self, Chunk};
use crate::rows::{Layout, Row, Rows};
use crate::select::country;
use crate::{Error, Io};

#[derive(Debug, Args)]
#[command(
    about = "Check phone numbers, one per line",
    long_about = "Checks phone numbers, one per line: validity and reason, type, country, formats, original \
                  carrier, place and time zone. Streams files of any size on all cores and keeps their order.",
    after_help = "Examples:
  numsift check numbers.txt
  numsift check --default-country CN --fields e164,status,carrier numbers.txt > checked.csv
  cut -d, -f3 customers.csv | numsift check --format json -
  numsift check --format table --lang zh --fields input,status,geo numbers.txt"
)]
pub struct CheckArgs {
    /// File with one number per line; standard input if omitted or -
    #[arg(value_name = "FILE")]
    pub file: Option<PathBuf>,

    /// Country of numbers without + and country code
    #[arg(long, short = 'c', value_name = "CC", value_parser = country)]
    pub default_country: Option<Region>,

    /// Output format
    #[arg(long, short = 'f', value_enum, default_value_t = Format::Csv)]
    pub format: Format,

    /// Columns, separated by commas
    #[arg(long, value_enum, value_delimiter = ',', value_name = "FIELDS",
          default_values_t = [Field::Input, Field::Status, Field::Reason, Field::E164, Field::Type, Field::Region])]
    pub fields: Vec<Field>,

    /// Language of carrier and place names
    #[arg(long, value_enum, default_value_t = Language::En)]
    pub lang: Language,

    /// Omit the header line
    #[arg(long)]
    pub no_header: bool,

    /// Number of threads; default: one per core
    #[arg(long, value_name = "N")]
    pub threads: Option<usize>,

    /// Print no summary and no progress
    #[arg(long, short)]
    pub quiet: bool,
}

/// Number of lines by status.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Summary {
    pub valid: u64,
    pub invalid: u64,
    pub unparseable: u64,
}

impl Summary {
    /// Total number of lines.
    ///
    /// ```
    /// let summary = numplan_cli::check::Summary { valid: 2, invalid: 1, unparseable: 1 };
    /// assert_eq!(summary.lines(), 4);
    /// ```
    pub const fn lines(&self) -> u64 {
        self.valid + self.invalid + self.unparseable
    }

    fn count(&mut self, status: Status) {
        // Branchless, because the status of the next line is unpredictable.
        self.valid += u64::from(status == Status::Valid);
        self.invalid += u64::from(status == Status::Invalid);
        self.unparseable += u64::from(status == Status::Unparseable);
    }

    fn add(&mut self, other: &Self) {
        self.valid += other.valid;
        self.invalid += other.invalid;
        self.unparseable += other.unparseable;
    }
}

/// Checks all lines and returns the number of lines by status.
///
/// ```
/// # use clap::Parser;
/// # #[derive(Parser)]
/// # struct Cli { #[command(flatten)] check: numplan_cli::check::CheckArgs }
/// let cli = Cli::parse_from(["cli", "--fields", "e164,type"]);
/// let (mut out, mut errors) = (Vec::new(), Vec::new());
/// let mut io = numplan_cli::Io::test(b"+86 138 1234 5678\n", &mut out, &mut errors);
/// let summary = numplan_cli::check::run(&cli.check, &mut io).unwrap();
/// drop(io);
/// assert_eq!(summary.valid, 1);
/// assert_eq!(out, b"e164,type\n+8613812345678,mobile\n");
/// ```
pub fn run(args: &CheckArgs, io: &mut Io<'_>) -> Result<Summary, Error> {
    let started = Instant::now();
    let layout = Layout::new(&args.fields, args.format, args.lang.into());
    let (mut input, size) = open(args, io)?;
    let bar = progress(size, io.terminal && !args.quiet);

    if !args.no_header {
        let mut header = Out::default();
        layout.header(&mut header);
        written(io.output.write_all(header.as_bytes()))?;
    }

    let mut total = Summary::default();
    let worker = || {
        let mut rows = layout.rows();
        let needs_number = layout.needs_number();
        let default = args.default_country;
        move |chunk: &mut Chunk<Summary>| check_lines(chunk, &mut rows, needs_number, default)
    };
    let threads = args.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
    let result = pipeline::run(&mut input, &mut *io.output, threads, worker, |chunk| {
        total.add(&chunk.summary);
        bar.inc(chunk.input.len() as u64);
    });
    bar.finish_and_clear();
    // The lines that nobody has read were not counted.
    let whole = result?;
    if whole && !args.quiet {
        let _ = writeln!(io.errors, "{}", describe(&total, started.elapsed()));
    }
    Ok(total)
}

/// Checks the lines of a chunk and appends their rows.
fn check_lines(chunk: &mut Chunk<Summary>, rows: &mut Rows<'_>, needs_number: bool, default: Option<Region>) {
    let Chunk { input, output, summary } = chunk;
    output.clear();
    let options = Options { default_region: default, ..Options::default() };
    let mut counts = Summary::default();
    batch::for_each(input, options, |line, verdict| {
        counts.count(verdict.status());
        if rows.short_row(output, line, verdict) {
            return;
        }
        let number = if needs_number { numplan::parse_bytes(line, default).ok() } else { None };
        rows.row(output, &Row { input: line, verdict, number });
    });
    *summary = counts;
}

type Input<'a> = Box<dyn Read + Send + 'a>;

/// The input and, if it is a file, its size.
fn open<'a>(args: &CheckArgs, io: &mut Io<'a>) -> Result<(Input<'a>, Option<u64>), Error> {
    match &args.file {
        Some(path) if path.as_os_str() != "-" => {
            let failed = |source| Error::Open { path: path.clone(), source };
            let file = File::open(path).map_err(failed)?;
            let about = file.metadata().map_err(failed)?;
            if about.is_dir() {
                return Err(Error::Usage(format!(
                    "{} is a folder: expected a file with one number per line",
                    path.display()
                )));
            }
            Ok((Box::new(file), about.is_file().then_some(about.len())))
        }
        _ => Ok((std::mem::replace(&mut io.input, Box::new(std::io::empty())), None)),
    }
}

/// A progress bar for files, a byte counter for streams; hidden unless on a terminal.
fn progress(size: Option<u64>, shown: bool) -> ProgressBar {
    if !shown {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::with_draw_target(size, ProgressDrawTarget::stderr_with_hz(10));
    let template = match size {
        Some(_) => "{bar:30} {percent:>3} %  {bytes_per_sec}  {eta} left",
        None => "{spinner} {bytes}  {bytes_per_sec}",
    };
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar
}

fn describe(summary: &Summary, elapsed: Duration) -> String {
    let seconds = elapsed.as_secs_f64().max(1e-6);
    #[allow(clippy::cast_precision_loss, reason = "the rate is rounded")]
    let rate = summary.lines() as f64 / seconds / 1e6;
    format!(
        "{} lines: {} valid, {} invalid, {} unparseable; {seconds:.2} s, {rate:.1} M lines/s",
        grouped(summary.lines()),
        grouped(summary.valid),
        grouped(summary.invalid),
        grouped(summary.unparseable),
    )
}

/// An integer with thousands separators.
fn grouped(value: u64) -> String {
    let digits = value.to_string();
    let mut out = String::with_capacity(digits.len() * 4 / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_grouped() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1000), "1,000");
        assert_eq!(grouped(12_345_678), "12,345,678");
    }
}
