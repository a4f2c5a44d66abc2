//! Hostile files.

use std::io::Write;

use crate::containers::{Repeat, WORKBOOK, Zip, gzip, workbook};
use crate::{Case, Expect, World};

const MB: usize = 1 << 20;
const NUMBERS: Repeat<'static> = Repeat { before: "", text: "+12015550100\n", times: 6 * MB, after: "" };

/// A file that is made when it is sent.
fn file(
    name: &'static str,
    expect: Expect,
    file_name: &'static str,
    content: impl Fn() -> Vec<u8> + 'static,
) -> Case {
    let send = move |world: &World<'_>| {
        let content = content();
        world.upload(file_name, |out| out.write_all(&content))
    };
    Case { name, expect, send: Box::new(send) }
}

/// A file that is written while it is sent.
fn long(name: &'static str, expect: Expect, file_name: &'static str, content: Repeat<'static>) -> Case {
    let send = move |world: &World<'_>| world.upload(file_name, |out| content.write(out));
    Case { name, expect, send: Box::new(send) }
}

/// A workbook in which a text is repeated in one part.
fn part(name: &'static str, expect: Expect, part: &'static str, content: Repeat<'static>) -> Case {
    file(name, expect, "n.xlsx", move || workbook(&[(part, content)]))
}

pub fn cases() -> Vec<Case> {
    let mut cases = archives();
    cases.extend(workbooks());
    cases.extend(texts());
    cases
}

fn archives() -> Vec<Case> {
    let zip = |fill: fn(&mut Zip)| {
        move || {
            let mut zip = Zip::default();
            fill(&mut zip);
            zip.finish()
        }
    };
    vec![
        file("gzip bomb", Expect::Refused, "n.csv.gz", || gzip(NUMBERS)),
        file("gzip in gzip", Expect::Refused, "n.gz", || {
            let inner = gzip(NUMBERS);
            let mut outer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
            outer.write_all(&inner).unwrap();
            outer.finish().unwrap()
        }),
        file("cut off gzip", Expect::Answered, "n.csv.gz", || gzip(NUMBERS)[..2000].to_vec()),
        file("zip bomb", Expect::Refused, "n.zip", zip(|zip| zip.add("n.csv", NUMBERS))),
        file(
            "zip of several bombs",
            Expect::Refused,
            "n.zip",
            zip(|zip| {
                for index in 0..4 {
                    let bomb = Repeat { before: "", text: "x", times: 40 * MB, after: "" };
                    zip.add(&format!("{index}.csv"), bomb);
                }
            }),
        ),
        file(
            "zip in zip",
            Expect::Refused,
            "n.zip",
            zip(|zip| {
                let mut inner = Zip::default();
                inner.add("n.csv", Repeat::once("+12015550100\n"));
                let inner = inner.finish();
                zip.add_stored("n.zip", &inner);
            }),
        ),
        file(
            "zip in zip without its extension",
            Expect::Refused,
            "n.zip",
            zip(|zip| {
                let mut inner = Zip::default();
                inner.add("n.csv", Repeat::once("+12015550100\n"));
                let inner = inner.finish();
                zip.add_stored("n.csv", &inner);
            }),
        ),
        file(
            "zip of 30,000 members",
            Expect::Refused,
            "n.zip",
            zip(|zip| {
                for index in 0..30_000 {
                    zip.add_stored(&format!("{index}.csv"), b"");
                }
            }),
        ),
        file(
            "zip of 2,000 lists",
            Expect::Refused,
            "n.zip",
            zip(|zip| {
                for index in 0..2000 {
                    zip.add_stored(&format!("{index}.csv"), b"+12015550100\n");
                }
            }),
        ),
        file(
            "zip with long names",
            Expect::Refused,
            "n.zip",
            zip(|zip| {
                for index in 0..500 {
                    zip.add_stored(&format!("{}{index}.csv", "n".repeat(60_000)), b"+12015550100\n");
                }
            }),
        ),
        file(
            "zip that leads outside",
            Expect::Answered,
            "n.zip",
            zip(|zip| {
                zip.add_stored("../../../../etc/passwd.csv", b"+12015550100\n");
            }),
        ),
        file("encrypted zip", Expect::Refused, "n.zip", || {
            let mut zip = Zip::encrypted();
            zip.add("n.csv", Repeat::once("+12015550100\n"));
            zip.finish()
        }),
        file("zip that declares 65,535 members", Expect::Refused, "n.zip", || {
            let mut zip = Zip::default();
            zip.add("n.csv", Repeat::once("+12015550100\n"));
            zip.finish_declaring(u16::MAX)
        }),
        file("cut off zip", Expect::Refused, "n.zip", || {
            let mut zip = Zip::default();
            zip.add("n.csv", NUMBERS);
            let bytes = zip.finish();
            bytes[..bytes.len() / 2].to_vec()
        }),
    ]
}

fn workbooks() -> Vec<Case> {
    const STYLES: &str =
        "<styleSheet xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\"><cellXfs>";
    const STRINGS: &str = "<sst xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\">";
    const SHEET: &str =
        "<worksheet xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\"><sheetData>";
    const BOOK: &str = "<workbook xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\" \
        xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships\"><sheets>";
    let (styles, strings) = ("xl/styles.xml", "xl/sharedStrings.xml");
    let (sheet, book) = ("xl/worksheets/sheet1.xml", "xl/workbook.xml");
    let repeated = |before, text, times, after| Repeat { before, text, times, after };
    vec![
        part(
            "6 million cell formats",
            Expect::Refused,
            styles,
            repeated(STYLES, "<xf/>", 6_000_000, "</cellXfs></styleSheet>"),
        ),
        part(
            "a million number formats",
            Expect::Refused,
            styles,
            repeated(
                "<styleSheet xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\"><numFmts>",
                "<numFmt numFmtId=\"200\" formatCode=\"0\"/>",
                1_000_000,
                "</numFmts></styleSheet>",
            ),
        ),
        part(
            "8 million shared strings",
            Expect::Refused,
            strings,
            repeated(STRINGS, "<si/>", 8_000_000, "</sst>"),
        ),
        part(
            "a million shared strings",
            Expect::Answered,
            strings,
            repeated(STRINGS, "<si><t>+12015550100</t></si>", 1_000_000, "</sst>"),
        ),
        part(
            "4 billion declared strings",
            Expect::Refused,
            strings,
            repeated("<sst uniqueCount=\"4000000000\">", "", 0, "</sst>"),
        ),
        part(
            "strings with endless runs",
            Expect::Refused,
            strings,
            repeated("<sst><si>", "<r><t>x</t></r>", 5_000_000, "</si></sst>"),
        ),
        part(
            "a string of 80 MB",
            Expect::Refused,
            strings,
            repeated("<sst><si><t>", "0123456789abcdef", 5 * MB, "</t></si></sst>"),
        ),
        part(
            "a million sheets",
            Expect::Refused,
            book,
            repeated(
                BOOK,
                "<sheet name=\"S\" sheetId=\"1\" r:id=\"rId1\"/>",
                1_000_000,
                "</sheets></workbook>",
            ),
        ),
        part(
            "a sheet name of 2 MB",
            Expect::Refused,
            book,
            repeated(
                "<workbook xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships\">\
                <sheets><sheet sheetId=\"1\" r:id=\"rId1\" name=\"",
                "n",
                2 * MB,
                "\"/></sheets></workbook>",
            ),
        ),
        part(
            "a million defined names",
            Expect::Refused,
            book,
            repeated(
                "<workbook><definedNames>",
                "<definedName name=\"n\">A1</definedName>",
                1_000_000,
                "</definedNames></workbook>",
            ),
        ),
        part(
            "a million relationships",
            Expect::Refused,
            "xl/_rels/workbook.xml.rels",
            repeated(
                "<Relationships>",
                "<Relationship Id=\"r\" Type=\"t\" Target=\"x\"/>",
                1_000_000,
                "</Relationships>",
            ),
        ),
        part(
            "12 million empty rows",
            Expect::Refused,
            sheet,
            repeated(SHEET, "<row/>", 12_000_000, "</sheetData></worksheet>"),
        ),
        part(
            "2 million empty rows",
            Expect::Refused,
            sheet,
            repeated(SHEET, "<row r=\"1048576\" spans=\"1:1\"/>", 2_000_000, "</sheetData></worksheet>"),
        ),
        part(
            "a cell of 80 MB",
            Expect::Refused,
            sheet,
            repeated(
                "<worksheet><sheetData><row r=\"1\"><c r=\"A1\" t=\"inlineStr\"><is><t>",
                "0123456789abcdef",
                5 * MB,
                "</t></is></c></row></sheetData></worksheet>",
            ),
        ),
        part(
            "an attribute of 64 MB",
            Expect::Refused,
            sheet,
            repeated(
                "<worksheet><sheetData><row r=\"",
                "1111111111111111",
                4 * MB,
                "\"/></sheetData></worksheet>",
            ),
        ),
        part("a million nested elements", Expect::Refused, sheet, repeated(SHEET, "<row>", 1_000_000, "")),
        part(
            "rows and columns out of range",
            Expect::Answered,
            sheet,
            repeated(
                SHEET,
                "<row r=\"4294967295\"><c r=\"ZZZZZZ4294967295\"><v>12015550100</v></c></row>",
                1000,
                "</sheetData></worksheet>",
            ),
        ),
        part(
            "a string that does not exist",
            Expect::Answered,
            sheet,
            repeated(
                SHEET,
                "<row r=\"1\"><c r=\"A1\" t=\"s\"><v>99999999999</v></c></row>",
                1,
                "</sheetData></worksheet>",
            ),
        ),
        part(
            "entities that grow",
            Expect::Answered,
            strings,
            repeated(
                "<!DOCTYPE s [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;\">\
            <!ENTITY c \"&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;\"><!ENTITY d \"&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;\">]>\
            <sst><si><t>&d;&d;&d;&d;</t></si>",
                "<si><t>&d;</t></si>",
                1000,
                "</sst>",
            ),
        ),
        file("a workbook bomb in a gzip stream", Expect::Refused, "n.xlsx.gz", || {
            let rows =
                Repeat { before: "<worksheet><sheetData>", text: "<row/>", times: 12_000_000, after: "" };
            let inner = workbook(&[("xl/worksheets/sheet1.xml", rows)]);
            let mut outer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
            outer.write_all(&inner).unwrap();
            outer.finish().unwrap()
        }),
        file("a workbook bomb in a zip archive", Expect::Refused, "n.zip", || {
            let xf = Repeat { before: STYLES, text: "<xf/>", times: 12_000_000, after: "" };
            let inner = workbook(&[("xl/styles.xml", xf)]);
            let mut zip = Zip::default();
            zip.add_stored("n.xlsx", &inner);
            zip.finish()
        }),
        file("a workbook without its parts", Expect::Refused, "n.xlsx", || {
            let mut zip = Zip::default();
            zip.add("xl/workbook.xml", Repeat::once(WORKBOOK));
            zip.finish()
        }),
        Case {
            name: "twelve previews of a large workbook at once",
            expect: Expect::Answered,
            send: Box::new(parallel_previews),
        },
    ]
}

/// Previews the same workbook, which is within the limits, many times in parallel.
fn parallel_previews(world: &World<'_>) -> crate::Answer {
    let text = format!("<si><t>{}</t></si>", "x".repeat(40));
    let strings = Repeat { before: "<sst>", text: &text, times: 1_000_000, after: "</sst>" };
    let rows = Repeat {
        before: "<worksheet><sheetData>",
        text: "<row><c t=\"str\"><v>+12015550100</v></c></row>",
        times: 2000,
        after: "</sheetData></worksheet>",
    };
    let file = workbook(&[("xl/sharedStrings.xml", strings), ("xl/worksheets/sheet1.xml", rows)]);
    let uploaded = world.send_file("n.xlsx", |out| out.write_all(&file));
    let id = uploaded.json()["data"]["id"].clone();
    if id.is_null() {
        return uploaded;
    }
    std::thread::scope(|scope| {
        let preview = || world.call("/api/list/preview", &serde_json::json!({"id": id}));
        let calls: Vec<_> = (0..12).map(|_| scope.spawn(preview)).collect();
        let answers: Vec<_> = calls.into_iter().map(|call| call.join().unwrap()).collect();
        for answer in &answers {
            let code = answer.json()["code"].as_i64();
            // Done, too many at once, or overtaken by another of them.
            assert!(matches!(code, Some(0 | 42900 | 40900)), "{answer:?}");
        }
        assert!(answers.iter().any(|answer| answer.json()["code"] == 0), "{answers:?}");
        answers.into_iter().next().unwrap()
    })
}

fn texts() -> Vec<Case> {
    let repeated = |before, text, times, after| Repeat { before, text, times, after };
    vec![
        long("a line of 20 MB", Expect::Answered, "n.csv", repeated("", "1", 20 * MB, "\n+12015550100\n")),
        long(
            "10 million columns",
            Expect::Answered,
            "n.csv",
            repeated("", "1,", 10 * MB, "\n+12015550100\n"),
        ),
        long("an open quote", Expect::Answered, "n.csv", repeated("a,b\n\"", "x,y\n", 5 * MB, "")),
        long("20 MB of quotes", Expect::Answered, "n.csv", repeated("a,b\n", "\"", 20 * MB, "")),
        long("20 MB of line ends", Expect::Answered, "n.txt", repeated("", "\n", 20 * MB, "")),
        long("20 MB of NUL", Expect::Answered, "n.txt", repeated("", "\0", 20 * MB, "")),
        file("broken UTF-16", Expect::Answered, "n.txt", || {
            [b"\xff\xfe", &b"\xd8\x00\xdc"[..]].concat().repeat(100_000)
        }),
        file("broken UTF-8", Expect::Answered, "n.txt", || b"\xf0\x9f\x92".repeat(1_000_000)),
        file("half of GB18030", Expect::Answered, "n.csv", || b"\x81\x30\x81".repeat(1_000_000)),
        file("an old office file", Expect::Refused, "n.xls", || {
            [&b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"[..], &[7; 4 * MB]].concat()
        }),
        file("a PDF", Expect::Refused, "n.csv", || [&b"%PDF-1.7\n"[..], &[7; MB]].concat()),
        file("an empty file", Expect::Refused, "n.csv", Vec::new),
        file("only a byte order mark", Expect::Refused, "n.csv", || b"\xef\xbb\xbf".to_vec()),
    ]
}
