//! All limits on what a client can send or cause. The code takes its constants from here; a test checks that the table
//! in `docs/limits.md` is the same.

use std::fmt::Write as _;

const KIB: u64 = 1 << 10;
const MIB: u64 = 1 << 20;
const GIB: u64 = 1 << 30;

/// What a limit counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    Bytes,
    Characters,
    Count,
    Levels,
    Seconds,
    Steps,
}

/// A limit as the documentation shows it.
#[derive(Debug, Clone, Copy)]
pub struct Limit {
    pub what: &'static str,
    pub value: u64,
    pub unit: Unit,
    /// Crate and module that refuse what is above the limit.
    pub enforced: &'static str,
}

/// Declares the constants and the table in one place.
macro_rules! limits {
    ($($(#[$section:meta])* $name:ident: $type:ty = $value:expr, $unit:ident, $what:literal, $enforced:literal;)*) => {
        $(
            #[doc = $what]
            #[allow(clippy::cast_possible_truncation, clippy::unnecessary_cast, reason = "constants that fit")]
            pub const $name: $type = $value as $type;
        )*

        /// Every limit, in the order of the documentation.
        #[allow(clippy::cast_sign_loss, clippy::cast_lossless, clippy::unnecessary_cast, reason = "constants that fit")]
        pub const TABLE: &[Limit] = &[
            $(Limit { what: $what, value: $name as u64, unit: Unit::$unit, enforced: $enforced },)*
        ];
    };
}

limits! {
    // Requests.
    REQUEST_HEAD: usize = 128 * KIB, Bytes, "Request line and headers", "api/serve";
    REQUEST_HEAD_S: u64 = 15, Seconds, "Time to send the request line and headers", "api/serve";
    CALL_S: u64 = 110, Seconds, "Time of a call", "api/middleware";
    UPLOAD_S: u64 = 7200, Seconds, "Time of an upload", "api/middleware";
    JSON_BODY: usize = MIB, Bytes, "JSON body of a call", "api/body, api/v1/request";
    JSON_DEPTH: u64 = 128, Levels, "Nesting of a JSON body", "serde_json";
    FORM_FIELD: usize = 4 * KIB, Bytes, "Field of an upload form, the file apart", "api/form";
    FORM_FIELD_HEAD: usize = 64 * KIB, Bytes, "Headers of a form field", "api/form";
    FORM_FIELDS: usize = 16, Count, "Fields of an upload form", "api/form";
    TASK_DESCRIPTION: usize = 64 * KIB, Bytes, "Part `task` of a `/v1/tasks` form", "api/v1/tasks";
    TASK_NUMBERS: usize = 10_000, Count, "Numbers in a `/v1/tasks` JSON body", "api/v1/tasks";
    TASK_METADATA: usize = 20, Count, "Pairs in the `metadata` of a task", "api/v1/metadata";
    METADATA_KEY: usize = 40, Characters, "Key of such a pair", "api/v1/metadata";
    METADATA_VALUE: usize = 500, Characters, "Value of such a pair", "api/v1/metadata";
    NUMBER_ID: usize = 100, Characters, "Your own id of a number of a task", "api/v1/tasks";
    SUPPRESSION_CALL: usize = 10_000, Count, "Numbers of a request that changes a suppression list", "api/v1/suppression";
    SUPPRESSION_LISTS: i64 = 100, Count, "Suppression lists of an account", "screening/lists/suppression_edit";
    SUPPRESSION_LIST_NUMBERS: usize = 1_000_000, Count, "Numbers of a suppression list that `/v1` changes", "screening/lists/suppression_edit";
    USAGE_DAYS: i64 = 366, Count, "Days of a usage report", "api/v1/usage";
    USAGE_GROUPS: i64 = 5_000, Count, "Groups of a usage report", "api/v1/usage";
    RESENT_MESSAGES: i64 = 1000, Count, "Webhook messages that a request sends again", "webhooks/endpoints";
    LOOKUP_NUMBERS: usize = 100, Count, "Numbers of a lookup", "api/v1/lookup, api/console/lookups";
    LOOKUP_PROJECTS: usize = 5, Count, "Projects of a lookup", "api/v1/lookup, api/console/lookups";
    LOOKUP_NUMBER: usize = 250, Characters, "Number of a lookup, as it is written", "api/v1/lookup, api/console/lookups";
    NAME_CHARS: usize = 120, Characters, "Name of a list", "api/console/lists";
    NOTE_CHARS: usize = 500, Characters, "Note on a list or a task", "api/console/notes";
    SAVED_FILTERS: i64 = 20, Count, "Saved filters of an account for a list page", "api/console/saved_filters";
    SAVED_FILTER_NAME: usize = 60, Characters, "Name of a saved filter", "api/console/saved_filters";
    SAVED_FILTER_QUERY: usize = 2000, Characters, "Saved filter, as it stands in the address of its page", "api/console/saved_filters";
    PASSWORD_LINK_S: i64 = 86_400, Seconds, "Time in which a link to set a new password can be used", "accounts/password_links";
    RESULT_LINKS: usize = 20, Count, "Links to the results of a task that work", "api/console/shared_results";
    RESULT_LINK_DAYS: i64 = 30, Count, "Days for which a link to results works", "api/console/shared_results";
    SCHEDULES: i64 = 20, Count, "Schedules of an account", "screening/schedules";
    PASSKEYS: i64 = 10, Count, "Passkeys of an account", "accounts/passkeys";
    PASSKEY_NAME: usize = 60, Characters, "Name of a passkey", "accounts/passkeys";
    PASSKEY_ANSWER: usize = 32 * KIB, Bytes, "Answer of an authenticator", "accounts/passkeys";
    PASSKEY_S: i64 = 300, Seconds, "Time to answer a passkey challenge", "accounts/passkeys";
    PASSKEY_CODE_S: i64 = 120, Seconds, "Time in which the code that a passkey was exchanged for can be used", "accounts/passkeys";
    PAGE_ROWS: i64 = 200, Count, "Rows per page", "model/page, api/v1";

    // Files.
    UPLOAD_BYTES: u64 = 16 * GIB, Bytes, "Uploaded file", "screening/lists/upload";
    OPEN_UPLOADS: i64 = 20, Count, "Files of an account of which parts are missing", "screening/files";
    FILES: i64 = 1_000, Count, "Files of an account that no list was made of", "screening/files";
    FILE_NAME: usize = 255, Characters, "Name of a file; the rest is cut off", "screening/files";
    FILE_KEPT_S: i64 = 172_800, Seconds, "Time that a file is kept after it was sent or used", "screening/files";
    FILE_PART: usize = 4 * MIB, Bytes, "Part of a file that is held in memory until it is stored", "screening/files";
    FILE_PARTS: i64 = 8_000, Count, "Parts of a file", "screening/files";
    FILE_WAIT_S: u64 = 60, Seconds, "Time without data after which a part of a file ends", "screening/files";
    LIST_NUMBERS: u64 = 1_000_000_000, Count, "Numbers of a list; the setting `list_numbers` can lower it", "screening/lists/read";
    MEMORY_NUMBERS: u64 = 12_000_000, Count, "Numbers of a list that are held in memory to find its duplicates; larger lists use the disk", "screening/lists/read";
    CALL_FILE: u64 = 500 * MIB, Bytes, "File whose numbers are read within a call of `/v1`", "screening/files, screening/lists/import";
    CALL_NUMBERS: u64 = 10_000_000, Count, "Numbers of a list that is read within a call of `/v1`", "screening/lists/import";
    SUPPRESSED_NUMBERS: u64 = 20_000_000, Count, "Numbers of a suppression list", "screening/lists/read";
    EXCLUDED_NUMBERS: i64 = 20_000_000, Count, "Numbers of a list that generation leaves out", "screening/lists/number_sets";
    UNPACKED_BYTES: u64 = 16 * GIB, Bytes, "An archive or workbook, unpacked", "intake/source";
    UNPACKED_RATIO: u64 = 200, Count, "Ratio of unpacked to packed size, above the next row", "intake/source";
    RATIO_FROM: u64 = 64 * MIB, Bytes, "Unpacked size up to which the ratio does not count", "intake/source";
    LINE_BYTES: usize = MIB, Bytes, "Row of a list; longer rows are rejected rows", "intake/blocks, intake/workbook";
    CELL_BYTES: usize = 64 * KIB, Bytes, "Cell that is copied to the results", "intake/check";
    CARRIED_COLUMNS: usize = 50, Count, "Columns that are copied to the results", "screening/lists";
    NUMBER_COLUMNS: usize = 16, Count, "Columns of numbers of a list", "screening/lists";
    LEFT_OUT_NUMBERS: usize = 2_000, Count, "Numbers of a text that a mapping leaves out", "screening/lists";
    COLUMNS: usize = 16_384, Count, "Columns of a sheet", "intake/workbook";
    ARCHIVE_MEMBERS: u64 = 20_000, Count, "Members of an archive", "intake/source";
    ARCHIVE_LISTS: u64 = 1_000, Count, "Lists in an archive", "intake/source";
    PART_NAME_CHARS: usize = 255, Characters, "Name of a sheet or archive member", "intake/source, intake/workbook";
    WORKBOOK_SHARED: u64 = 192 * MIB, Bytes, "Workbook parts other than sheets, unpacked", "intake/prescan";
    WORKBOOK_STRINGS: u64 = 4 * MIB, Count, "Shared strings of a workbook", "intake/prescan";
    WORKBOOK_SHEETS: u64 = 1_000, Count, "Sheets of a workbook", "intake/prescan";
    SHEET_ROWS: u64 = 1_048_576, Count, "Rows of a sheet, blank ones included", "intake/prescan";
    PREVIEW_BLANK_CELLS: u64 = 1_000_000, Count, "Blank cells of a sheet after which a preview examines no more of it", "intake/preview";
    WORKBOOK_STYLES: u64 = 150_000, Count, "Cell formats, fonts, fills, borders, number formats, defined names or relationships of a workbook", "intake/prescan";
    WORKBOOK_TEXT: usize = 4 * MIB, Bytes, "Text between two tags of a workbook part", "intake/prescan";
    WORKBOOK_MEMORY: u64 = 256 * MIB, Bytes, "Estimated memory of all workbooks that a process has open", "intake/memory";

    // Work.
    EVIDENCE_PAIRS: usize = 5_000, Count, "Evidence for routing in memory until it is stored: pairs of channel and country", "screening/channels/evidence";
    SPLIT_CHANNELS: usize = 50, Count, "Channels in the split of a project", "model/routing";
    FILE_READERS: usize = 4, Count, "Files that a process reads for callers at the same time", "screening/lists";
    FILE_READERS_ACCOUNT: usize = 2, Count, "Files that a process reads for one account at the same time", "screening/lists";
    FILE_READERS_WAITING: usize = 8, Count, "Further files of one account that wait", "screening/lists";
    PREVIEW_S: u64 = 90, Seconds, "Time of a preview with its wait for a turn; then the caller is told to try again later", "screening/lists";
    GENERATION_WORKERS: usize = 2, Count, "Generation calls that a process computes at the same time", "generation/generator";
    GENERATION_ACCOUNT: usize = 1, Count, "Generation calls of one account that are computed at the same time", "generation/generator";
    GENERATION_WAITING: usize = 8, Count, "Further generation calls of one account that wait", "generation/generator";
    GENERATION_STEPS: u64 = 1_000_000_000, Steps, "Work of a generation call: numbers drawn and compared", "generation/work";
    GENERATION_NUMBERS: u64 = 10_000_000, Count, "Numbers of a generation run", "generation";
    GENERATION_SEGMENTS: usize = 20, Count, "Segments of a generation run", "generation";

    // Channels and callbacks.
    TEMPLATE_SOURCE: usize = 64 * KIB, Bytes, "Source of a channel template", "channel/request/template";
    TEMPLATE_OUTPUT: usize = 4 * MIB, Bytes, "Text that a template renders", "channel/request/template";
    TEMPLATE_FUEL: u64 = 2_000_000, Steps, "Instructions of a template", "channel/request/template";
    TEMPLATE_MEMORY: u64 = 64 * MIB, Bytes, "All values of a template together, computed before it runs", "channel/request/bounds";
    TEMPLATE_WORK: u64 = 2 * GIB, Bytes, "Bytes that a template copies, computed before it runs", "channel/request/bounds";
    TEMPLATE_SECRETS: u32 = 16, Count, "Secrets of a channel that its templates can use", "channel/config";
    TEMPLATE_SECRET: u32 = 8 * KIB, Bytes, "Length of such a secret", "channel/config";
    ROW_INPUTS: usize = 4, Count, "Values in the row of a number that a project can need", "model/row_input";
    INPUT_BYTES: usize = 64, Bytes, "Length of such a value", "model/row_input";
    PATTERN_SOURCE: usize = 256, Bytes, "Source of a regular expression of a channel", "channel/answer/pattern";
    PATTERN_MEMORY: usize = 256 * KIB, Bytes, "Memory of a compiled regular expression", "channel/answer/pattern";
    TEMPLATE_CHECKS: usize = 2, Count, "Channel configurations that a process validates at the same time", "api/console/channels";
    BATCH_NUMBERS: u32 = 5_000, Count, "Numbers in a request to a provider", "channel/config";
    ANSWER_BYTES: u32 = 64 * MIB, Bytes, "Highest `answer.max_bytes` of a channel; also limits callbacks", "channel/config, api/console/channels";
    ANSWER_VALUES: usize = 1_000_000, Count, "JSON values in the answer of a provider or a callback", "channel/transport/json";
    CALLBACK_SMALL: usize = 64 * KIB, Bytes, "Callback above which the next row counts", "api/console/callbacks";
    CALLBACKS: usize = 4, Count, "Large callbacks that a process receives at the same time", "api/console/callbacks";
    CALLBACK_DELIVERIES: u32 = 1_000, Count, "Highest `callback.deliveries` of a channel; all deliveries about a job together have at most `answer.max_bytes`", "channel/config, api/console/callbacks";
    CALLBACK_FIELDS: usize = 1_000, Count, "Values in a callback that is a form or a query", "channel/answer/callback";
    CALLBACK_REPLY: u32 = 4 * KIB, Bytes, "Fixed reply to a callback", "channel/config";
    CALLBACK_BODY_S: u64 = 30, Seconds, "Time to send the body of a callback", "api/console/callbacks";
    SPOOL_BYTES: u64 = GIB, Bytes, "Bought answers that a machine keeps on its disk while they cannot be stored", "screening/work/spool";
    CALLBACK_WAIT_S: u64 = 5, Seconds, "Time that an unverified callback waits for its job to be known", "api/console/callbacks";
}

/// The table as Markdown.
pub fn markdown() -> String {
    let mut text = String::from("| limit | value | enforced in |\n| --- | --- | --- |\n");
    for limit in TABLE {
        let Limit { what, enforced, .. } = limit;
        // Writing to a string cannot fail.
        let _ = writeln!(text, "| {what} | {} | `{}` |", shown(*limit), enforced.replace(", ", "`, `"));
    }
    text
}

fn shown(Limit { value, unit, .. }: Limit) -> String {
    match unit {
        Unit::Bytes if value >= GIB && value.is_multiple_of(GIB) => format!("{} GiB", value / GIB),
        Unit::Bytes if value >= MIB && value.is_multiple_of(MIB) => format!("{} MiB", value / MIB),
        Unit::Bytes if value >= KIB && value.is_multiple_of(KIB) => format!("{} KiB", value / KIB),
        Unit::Bytes => format!("{} bytes", grouped(value)),
        Unit::Characters => format!("{} characters", grouped(value)),
        Unit::Count => grouped(value),
        Unit::Levels => format!("{} levels", grouped(value)),
        Unit::Seconds => format!("{} s", grouped(value)),
        Unit::Steps => format!("{} steps", grouped(value)),
    }
}

/// Digits in groups of three.
pub(crate) fn grouped(value: u64) -> String {
    let digits = value.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{grouped, markdown};

    #[test]
    fn the_documentation_has_the_same_table() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/limits.md");
        let text = std::fs::read_to_string(file).unwrap();
        let table = markdown();
        assert!(text.contains(&table), "docs/limits.md must contain this table:\n{table}");
    }

    #[test]
    fn large_values_are_grouped() {
        assert_eq!(["0", "999", "1,000", "12,345,678"], [0, 999, 1000, 12_345_678].map(grouped).as_slice());
    }
}
