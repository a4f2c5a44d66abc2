//! Finds the hidden columns of the sheets of a workbook, which the XLSX reader does not report.

use std::collections::{BTreeSet, HashMap};
use std::io::{BufReader, Read};
use std::ops::ControlFlow;

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use crate::detect::MAX_COLUMNS;
use crate::source::{ReadSeek, open_zip};

/// The hidden columns of each sheet that has some, by the name of the sheet.
pub(crate) type HiddenColumns = HashMap<String, BTreeSet<usize>>;

/// Bytes of a part that are examined. The columns stand before the cells.
const BEGINNING: u64 = 1 << 20;

type Archive<'a> = zip::ZipArchive<&'a mut dyn ReadSeek>;

/// The hidden columns of the first sheets. What cannot be read counts as not hidden: it decides only which
/// column is suggested, and the XLSX reader refuses damaged workbooks.
pub(crate) fn hidden_columns(file: &mut dyn ReadSeek, sheets: usize) -> HiddenColumns {
    let Ok(mut archive) = open_zip(file) else { return HiddenColumns::new() };
    let mut parts = HashMap::new();
    elements(&mut archive, "xl/_rels/workbook.xml.rels", |element| {
        if element.local_name().as_ref() == "Relationship"
            && let (Some(id), Some(target)) = (attribute(element, "Id"), attribute(element, "Target"))
        {
            let absolute = target.strip_prefix('/').map(str::to_owned);
            parts.insert(id, absolute.unwrap_or_else(|| format!("xl/{target}")));
        }
        ControlFlow::Continue(())
    });
    let mut names = Vec::new();
    elements(&mut archive, "xl/workbook.xml", |element| {
        if element.local_name().as_ref() == "sheet"
            && let (Some(name), Some(id)) = (attribute(element, "name"), attribute(element, "id"))
            && let Some(part) = parts.get(&id)
        {
            names.push((name, part.clone()));
        }
        if names.len() < sheets { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    let hidden = names.into_iter().map(|(name, part)| (name, hidden_in(&mut archive, &part)));
    hidden.filter(|(_, columns)| !columns.is_empty()).collect()
}

/// The hidden columns of a sheet.
fn hidden_in(archive: &mut Archive<'_>, part: &str) -> BTreeSet<usize> {
    let mut hidden = BTreeSet::new();
    elements(archive, part, |element| match element.local_name().as_ref() {
        "sheetData" => ControlFlow::Break(()),
        "col" => {
            let place = |name| attribute(element, name).and_then(|value| value.parse::<usize>().ok());
            let is_hidden = matches!(attribute(element, "hidden").as_deref(), Some("1" | "true"));
            if is_hidden && let (Some(first), Some(last)) = (place("min"), place("max")) {
                hidden.extend(first.saturating_sub(1)..last.min(MAX_COLUMNS));
            }
            ControlFlow::Continue(())
        }
        _ => ControlFlow::Continue(()),
    });
    hidden
}

/// Calls `visit` with the start of each element of a part until it breaks or the text is not XML.
fn elements(
    archive: &mut Archive<'_>,
    part: &str,
    mut visit: impl FnMut(&BytesStart<'_>) -> ControlFlow<()>,
) {
    let Ok(part) = archive.by_name(part) else { return };
    let mut reader = Reader::from_reader(BufReader::new(part.take(BEGINNING)));
    let mut buffer = Vec::new();
    while let Ok(event) = reader.read_event_into(&mut buffer) {
        let flow = match event {
            Event::Start(element) | Event::Empty(element) => visit(&element),
            Event::Eof => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        };
        if flow.is_break() {
            return;
        }
        buffer.clear();
    }
}

/// The value of an attribute, whatever its prefix.
fn attribute(element: &BytesStart<'_>, name: &str) -> Option<String> {
    let mut attributes = element.attributes();
    let found = attributes
        .with_checks(false)
        .flatten()
        .find(|attribute| attribute.key.local_name().as_ref() == name)?;
    found.normalized_value(quick_xml::XmlVersion::Implicit1_0).ok().map(std::borrow::Cow::into_owned)
}
