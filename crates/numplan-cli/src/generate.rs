//! `generate`: writes valid numbers of a country, type, carrier, prefix or pattern, without repeats.

use std::io::Write;
use std::time::{SystemTime, UNIX_EPOCH};

use clap::{Args, ValueEnum};
use numplan::PhoneNumber;
use numplan::space::{Cursor, Draw, Space};

use crate::error::written;
use crate::fields::{self, Field, Language};
use crate::out::Out;
use crate::rows::{Layout, Row};
use crate::select::Selection;
use crate::{Error, Io};

/// Bytes that are buffered before a write.
const BUFFER: usize = 256 * 1024;

/// The output format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// One number per line, in E.164
    Plain,
    /// Comma-separated values
    Csv,
    /// Tab-separated values
    Tsv,
    /// One JSON object per line
    Json,
    /// Aligned columns for a terminal
    Table,
}

impl Format {
    const fn rows(self) -> Option<fields::Format> {
        match self {
            Self::Plain => None,
            Self::Csv => Some(fields::Format::Csv),
            Self::Tsv => Some(fields::Format::Tsv),
            Self::Json => Some(fields::Format::Json),
            Self::Table => Some(fields::Format::Table),
        }
    }
}

#[derive(Debug, Args)]
#[command(
    about = "Generate valid phone numbers",
    long_about = "Generates valid numbers of a country, type, carrier, prefix or pattern. Numbers are drawn at \
                  random without repeats. The same seed gives the same numbers; use --from to continue after an \
                  earlier run. With --from but no --seed, numbers are in ascending order.",
    after_help = "Examples:
  numsift generate --country CN --type mobile --prefix 138 --count 1000
  numsift generate --country BR --type mobile --count 1000000 --seed 42 > first.txt
  numsift generate --country BR --type mobile --count 1000000 --seed 42 --from 1000000 > second.txt
  numsift generate --pattern \"+86 138 ???? 88[0-9]8\" --count 10 --format table
  numsift generate --country GB --carrier Vodafone --from 0 --count 5"
)]
pub struct GenerateArgs {
    #[command(flatten)]
    pub selection: Selection,

    /// Number of numbers
    #[arg(long, short = 'n', value_name = "N", default_value_t = 10)]
    pub count: u64,

    /// Seed of the random order; different for each run by default
    #[arg(long, value_name = "S", conflicts_with = "cursor")]
    pub seed: Option<u64>,

    /// Skip the first N numbers; without --seed, numbers are in ascending order
    #[arg(long, value_name = "N", conflicts_with = "cursor")]
    pub from: Option<u64>,

    /// Continue from the cursor that an earlier run printed
    #[arg(long, value_name = "CURSOR")]
    pub cursor: Option<String>,

    /// Output format
    #[arg(long, short = 'f', value_enum, default_value_t = Format::Plain)]
    pub format: Format,

    /// Columns, separated by commas; ignored for plain
    #[arg(long, value_enum, value_delimiter = ',', value_name = "FIELDS",
          default_values_t = [Field::E164, Field::National, Field::Type, Field::Region, Field::Carrier])]
    pub fields: Vec<Field>,

    /// Language of carrier and place names
    #[arg(long, value_enum, default_value_t = Language::En)]
    pub lang: Language,

    /// Do not print the cursor
    #[arg(long, short)]
    pub quiet: bool,
}

/// Writes the numbers and returns how many there are.
///
/// ```
/// # use clap::Parser;
/// # #[derive(Parser)]
/// # struct Cli { #[command(flatten)] generate: numplan_cli::generate::GenerateArgs }
/// let cli = Cli::parse_from(["cli", "--country", "CN", "--prefix", "138", "--from", "7", "--count", "2"]);
/// let (mut out, mut errors) = (Vec::new(), Vec::new());
/// let mut io = numplan_cli::Io::test(b"", &mut out, &mut errors);
/// assert_eq!(numplan_cli::generate::run(&cli.generate, &mut io).unwrap(), 2);
/// drop(io);
/// assert_eq!(out, b"+8613800000007\n+8613800000008\n");
/// ```
pub fn run(args: &GenerateArgs, io: &mut Io<'_>) -> Result<u64, Error> {
    let space = args.selection.space()?;
    if space.count() == 0 {
        return Err(Error::Usage("no such numbers: use another prefix, pattern, type or carrier".to_owned()));
    }
    let limit = usize::try_from(args.count).unwrap_or(usize::MAX);
    if let (None, Some(from)) = (args.seed, args.from) {
        return write(args, io, space.from(from).take(limit));
    }
    let mut draw = start(args, &space)?;
    let count = write(args, io, draw.by_ref().take(limit))?;
    if !args.quiet {
        let _ = writeln!(
            io.errors,
            "{count} of {} numbers; continue with --cursor {}",
            space.count(),
            draw.cursor()
        );
    }
    Ok(count)
}

/// The draw, from the cursor or the seed.
fn start<'a>(args: &GenerateArgs, space: &'a Space) -> Result<Draw<'a>, Error> {
    if let Some(cursor) = &args.cursor {
        return Ok(Draw::resume(space, &cursor.parse::<Cursor>()?)?);
    }
    let seed = args.seed.unwrap_or_else(fresh_seed);
    Ok(space.draw(seed).skip_to(args.from.unwrap_or(0)))
}

/// A seed that differs between runs.
fn fresh_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos());
    let mixed = now ^ u128::from(std::process::id()) << 64;
    u64::try_from(mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835) >> 96).unwrap_or(0)
}

fn write(
    args: &GenerateArgs,
    io: &mut Io<'_>,
    numbers: impl Iterator<Item = PhoneNumber>,
) -> Result<u64, Error> {
    let layout = args.format.rows().map(|format| Layout::new(&args.fields, format, args.lang.into()));
    let mut out = Out::default();
    if let Some(layout) = &layout {
        layout.header(&mut out);
    }
    let mut rows = layout.as_ref().map(Layout::rows);
    let mut count = 0;
    for number in numbers {
        count += 1;
        let text = number.format(numplan::Format::E164).to_string();
        if let Some(rows) = &mut rows {
            let verdict = numplan::check(text.as_bytes(), None);
            rows.row(&mut out, &Row { input: text.as_bytes(), verdict, number: Some(number) });
        } else {
            out.text(text.as_bytes());
            out.byte(b'\n');
        }
        if out.len() >= BUFFER {
            match io.output.write_all(out.as_bytes()) {
                Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => return Ok(count),
                other => written(other)?,
            }
            out.clear();
        }
    }
    written(io.output.write_all(out.as_bytes()).and_then(|()| io.output.flush()))?;
    Ok(count)
}
