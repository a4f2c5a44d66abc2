//! Tests of the commands with valid and unusual input.

use std::io::{self, Read, Write};

use clap::{Parser, Subcommand};
use numplan_cli::check::{CheckArgs, Summary};
use numplan_cli::count::CountArgs;
use numplan_cli::generate::GenerateArgs;
use numplan_cli::{Error, Io, check, count, generate};

#[derive(Parser)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Check(CheckArgs),
    Generate(GenerateArgs),
    Count(CountArgs),
}

/// Runs a command line and returns its output and its messages.
fn run(line: &[&str], input: &[u8]) -> Result<(String, String), Error> {
    let (mut out, mut errors) = (Vec::new(), Vec::new());
    let mut io = Io::test(input, &mut out, &mut errors);
    let arguments = std::iter::once("numsift").chain(line.iter().copied());
    match Cli::parse_from(arguments).command {
        Command::Check(args) => drop(check::run(&args, &mut io)?),
        Command::Generate(args) => drop(generate::run(&args, &mut io)?),
        Command::Count(args) => drop(count::run(&args, &mut io)?),
    }
    drop(io);
    let text = |bytes| String::from_utf8(bytes).expect("the output is UTF-8");
    Ok((text(out), text(errors)))
}

fn out(line: &[&str], input: &[u8]) -> String {
    run(line, input).expect("the command works").0
}

fn usage(line: &[&str]) -> String {
    let arguments = std::iter::once("numsift").chain(line.iter().copied());
    Cli::try_parse_from(arguments).err().expect("the arguments are wrong").to_string()
}

#[test]
fn check_writes_one_row_per_line() {
    let input = b"+86 138 1234 5678\nhello\n+8611\n";
    assert_eq!(
        out(&["check"], input),
        "input,status,reason,e164,type,region\n\
         +86 138 1234 5678,valid,,+8613812345678,mobile,CN\n\
         hello,unparseable,not_a_number,,,\n\
         +8611,invalid,too_short,+8611,unknown,CN\n"
    );
    let (_, summary) = run(&["check"], input).expect("works");
    assert!(summary.starts_with("3 lines: 1 valid, 1 invalid, 1 unparseable; "), "{summary}");
    assert_eq!(run(&["check", "--quiet"], input).expect("works").1, "");
}

#[test]
fn check_writes_all_fields_in_another_language() {
    let fields =
        "input,status,reason,e164,national,international,type,region,country_code,carrier,geo,timezone";
    let line = ["check", "--no-header", "--lang", "zh", "--fields", fields];
    assert_eq!(
        out(&line, b"+8613812345678"),
        "+8613812345678,valid,,+8613812345678,138 1234 5678,+86 138 1234 5678,mobile,CN,86,\
         \u{4e2d}\u{56fd}\u{79fb}\u{52a8},\u{6c5f}\u{82cf}\u{7701}\u{8fde}\u{4e91}\u{6e2f}\u{5e02},Asia/Shanghai\n"
    );
}

#[test]
fn json_has_null_for_unknown_values() {
    let line = ["check", "--format", "json", "--fields", "input,country_code,carrier"];
    assert_eq!(
        out(&line, b"+12015550123\n\"x\"\n"),
        "{\"input\":\"+12015550123\",\"country_code\":1,\"carrier\":null}\n\
         {\"input\":\"\\\"x\\\"\",\"country_code\":null,\"carrier\":null}\n"
    );
}

#[test]
fn tables_and_tabs() {
    let table = out(&["check", "--format", "table", "--fields", "e164,type,region"], b"+8613812345678\n");
    assert_eq!(
        table,
        "e164              type                 region\n+8613812345678    mobile               CN\n"
    );
    let tabs = out(&["check", "--format", "tsv", "--fields", "input,status"], b"a\tb\n");
    assert_eq!(tabs, "input\tstatus\na b\tunparseable\n");
}

#[test]
fn csv_fields_are_quoted_when_needed() {
    let line = ["check", "--no-header", "--fields", "input,geo"];
    assert_eq!(
        out(&line, b"+1 605 759 2352\n+1 201 200 1234\n"),
        "+1 605 759 2352,South Dakota\n+1 201 200 1234,\"Jersey City, NJ\"\n"
    );
    assert_eq!(
        out(&line, b"\"+8613812345678\"\na,b\n"),
        "\"\"\"+8613812345678\"\"\",\"Lianyungang, Jiangsu\"\n\"a,b\",\n"
    );
}

#[test]
fn unusual_lines_give_one_row_each() {
    let line = ["check", "--no-header", "--fields", "input,status", "--threads", "3"];
    assert_eq!(out(&line, b""), "");
    assert_eq!(out(&line, b"\n\n"), ",unparseable\n,unparseable\n");
    assert_eq!(out(&line, b"+8613812345678"), "+8613812345678,valid\n");
    assert_eq!(out(&line, b"+8613812345678\r\n1\r\n"), "+8613812345678,valid\n1,unparseable\n");
    assert_eq!(out(&line, b"\xef\xbb\xbf+8613812345678\n"), "+8613812345678,valid\n");
    assert_eq!(out(&line, b"+86\x0013812345678\n").lines().count(), 1);
    assert_eq!(out(&line, b"\xff\xfe\x80\n"), "\u{fffd}\u{fffd}\u{fffd},unparseable\n");
    assert_eq!(
        out(&["check", "--format", "json", "--fields", "input"], b"a\x00\xff"),
        "{\"input\":\"a\\u0000\u{fffd}\"}\n"
    );
}

#[test]
fn a_huge_line_is_one_line() {
    let mut input = vec![b'9'; 50 << 20];
    input.extend_from_slice(b"\n+8613812345678\n");
    let out = out(&["check", "--no-header", "--fields", "status,reason"], &input);
    assert_eq!(out, "unparseable,too_long\nvalid,\n");
}

#[test]
fn order_is_kept_across_chunks_and_threads() {
    let mut input = (0..200_000).map(|n| format!("+8613800{n:06}")).collect::<Vec<_>>().join("\n");
    input.push('\n');
    let line = ["check", "--no-header", "--fields", "e164", "--threads", "4"];
    assert_eq!(out(&line, input.as_bytes()), input);
}

#[test]
fn national_numbers_are_read_with_a_default_country() {
    let line = ["check", "--no-header", "--default-country", "GB", "--fields", "e164"];
    assert_eq!(out(&line, b"020 8366 1177\n"), "+442083661177\n");
}

#[test]
fn files_are_read_and_missing_files_reported() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("numbers.txt");
    std::fs::write(&path, "+8613812345678\n").expect("writes");
    let name = path.to_str().expect("a plain name");
    assert_eq!(out(&["check", "--no-header", "--fields", "region", name], b""), "CN\n");
    let missing = folder.path().join("none.txt");
    let error =
        run(&["check", missing.to_str().expect("a plain name")], b"").expect_err("there is no such file");
    assert!(error.to_string().starts_with("file not found: "), "{error}");
    let error = run(&["check", folder.path().to_str().expect("a plain name")], b"").expect_err("a folder");
    assert!(error.to_string().contains("is a folder"), "{error}");
}

/// A pipe that closes after some bytes.
struct Closing(usize);

impl Write for Closing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0 == 0 {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        let taken = bytes.len().min(self.0);
        self.0 -= taken;
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    let input = "+8613812345678\n".repeat(200_000);
    let Command::Check(args) = Cli::parse_from(["numsift", "check"]).command else {
        unreachable!("asked for check")
    };
    let mut told = Vec::new();
    let mut io = Io {
        input: Box::new(input.as_bytes()),
        output: Box::new(Closing(100_000)),
        errors: Box::new(&mut told),
        terminal: false,
    };
    let summary: Summary = check::run(&args, &mut io).expect("a closed pipe is fine");
    assert!(summary.lines() < 200_000);
    drop(io);
    assert_eq!(String::from_utf8_lossy(&told), "", "the counts would be wrong");
}

/// Input that fails.
struct Broken;

impl Read for Broken {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(io::Error::other("the disk broke"))
    }
}

#[test]
fn read_errors_are_reported() {
    let Command::Check(args) = Cli::parse_from(["numsift", "check"]).command else {
        unreachable!("asked for check")
    };
    let mut io = Io {
        input: Box::new(Broken),
        output: Box::new(io::sink()),
        errors: Box::new(io::sink()),
        terminal: false,
    };
    let error = check::run(&args, &mut io).expect_err("the disk broke");
    assert_eq!(error.to_string(), "cannot read the input: the disk broke");
}

#[test]
fn wrong_arguments_give_a_suggestion() {
    assert!(usage(&["check", "--default-country", "Chnia"]).contains("did you mean CN (China)?"));
    assert!(usage(&["count", "--type", "mobil"]).contains("did you mean mobile?"));
    assert!(usage(&["check", "--fields", "e164,phone"]).contains("possible values"));
    let error = run(&["count", "--country", "US", "--type", "mobile"], b"").expect_err("cannot be told");
    assert!(error.to_string().contains("fixed_line_or_mobile"), "{error}");
    let error = run(&["generate", "--country", "CN", "--prefix", "13800000000000"], b"").expect_err("none");
    assert!(error.to_string().contains("no such numbers"), "{error}");
}

#[test]
fn help_has_examples() {
    for command in ["check", "generate", "count"] {
        assert!(usage(&[command, "--help"]).contains("Examples:\n  numsift "), "{command}");
    }
}

#[test]
fn generated_numbers_continue_without_repeats() {
    let all = out(&["generate", "-c", "CN", "-t", "mobile", "-p", "138", "-n", "1000", "--seed", "5"], b"");
    let (first, note) =
        run(&["generate", "-c", "CN", "-t", "mobile", "-p", "138", "-n", "400", "--seed", "5"], b"")
            .expect("works");
    let cursor = note.trim().rsplit(' ').next().expect("a cursor");
    let rest =
        out(&["generate", "-c", "CN", "-t", "mobile", "-p", "138", "-n", "600", "--cursor", cursor], b"");
    let from = out(
        &["generate", "-c", "CN", "-t", "mobile", "-p", "138", "-n", "600", "--seed", "5", "--from", "400"],
        b"",
    );
    assert_eq!(first + &rest, all);
    assert_eq!(rest, from);
    let mut lines: Vec<&str> = all.lines().collect();
    lines.sort_unstable();
    lines.dedup();
    assert_eq!(lines.len(), 1000);
    assert!(lines.iter().all(|line| line.starts_with("+86138") && line.len() == 14));
    let error = run(&["generate", "-c", "CN", "--cursor", cursor], b"").expect_err("another set");
    assert!(error.to_string().contains("another set"), "{error}");
}

#[test]
fn generated_rows_have_fields() {
    let line = [
        "generate",
        "-c",
        "CN",
        "-p",
        "138",
        "--from",
        "0",
        "-n",
        "1",
        "-f",
        "csv",
        "--fields",
        "e164,type,carrier",
    ];
    assert_eq!(out(&line, b""), "e164,type,carrier\n+8613800000000,mobile,China Mobile\n");
}

#[test]
fn counts_are_broken_down() {
    let by_type = out(&["count", "--country", "US", "--by", "type"], b"");
    assert!(by_type.contains("fixed_line_or_mobile\t"), "{by_type}");
    let sum: u64 = by_type.lines().filter_map(|line| line.split('\t').nth(1)?.parse::<u64>().ok()).sum();
    assert_eq!(out(&["count", "--country", "US"], b""), format!("{sum}\n"));
    let by_country = out(&["count", "--country", "US,CA", "--by", "country"], b"");
    assert_eq!(by_country.lines().count(), 2);
}
