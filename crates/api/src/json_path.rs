//! Finds which field of a JSON text a position belongs to, so that an error can name the field.

enum Container {
    /// With the key that was read last.
    Object(Option<String>),
    /// With the index of the current item.
    Array(usize),
}

/// The path of the field at a position that `serde_json` reports, such as `checks[1].project`. Empty for the
/// whole text.
///
/// `serde_json` reports the position after a wrong value or an unknown key, and after the end of an object that
/// lacks a field. Tracking the path while reading, as `serde_path_to_error` does, compiles every request type a
/// second time.
pub fn path_at(text: &[u8], line: usize, column: usize) -> String {
    let read = &text[..offset(text, line, column)];
    let mut open = Vec::new();
    let mut at = 0;
    while let Some(&byte) = read.get(at) {
        match byte {
            b'"' => {
                let end = end_of_string(read, at);
                // A string before the colon is a key; one that is cut off is a value or no key yet.
                if let (Some(end), Some(Container::Object(key @ None))) = (end, open.last_mut()) {
                    *key = serde_json::from_slice(&read[at..end]).ok();
                }
                at = end.unwrap_or(read.len());
                continue;
            }
            b'{' => open.push(Container::Object(None)),
            b'[' => open.push(Container::Array(0)),
            b'}' | b']' => {
                open.pop();
            }
            b',' => match open.last_mut() {
                Some(Container::Object(key)) => *key = None,
                Some(Container::Array(index)) => *index += 1,
                None => {}
            },
            _ => {}
        }
        at += 1;
    }
    let mut path = String::new();
    for container in open {
        match container {
            Container::Object(Some(key)) if path.is_empty() => path.push_str(&key),
            Container::Object(Some(key)) => {
                path.push('.');
                path.push_str(&key);
            }
            Container::Object(None) => {}
            Container::Array(index) => path.extend(["[", &index.to_string(), "]"]),
        }
    }
    path
}

/// Lines count from 1, columns are the bytes of the line before the position.
fn offset(text: &[u8], line: usize, column: usize) -> usize {
    let mut breaks = text.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1);
    let start = if line > 1 { breaks.nth(line - 2).unwrap_or(text.len()) } else { 0 };
    text.len().min(start + column)
}

/// The position after the closing quote of the string that starts at `start`.
fn end_of_string(text: &[u8], start: usize) -> Option<usize> {
    let mut at = start + 1;
    loop {
        match text.get(at)? {
            b'"' => return Some(at + 1),
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::path_at;

    #[test]
    fn the_path_leads_to_the_field_at_the_position() {
        let text = br#"{"name":"a, {b","checks":[{"project":"x"},{"project":[1,{}]}],"last":"c"}"#;
        let at = |found: &str| String::from_utf8_lossy(text).find(found).unwrap();
        for (position, path) in [
            (0, ""),
            (at("\"name\""), ""),
            (at(":\"a"), "name"),
            (at("{b"), "name"),
            (at("[{"), "checks"),
            (at("\"x\"") + 3, "checks[0].project"),
            (at("},{"), "checks[0].project"),
            (at("},{") + 1, "checks[0]"),
            (at("[1,"), "checks[1].project"),
            (at("{}") + 2, "checks[1].project[1]"),
            (at(",\"last\""), "checks"),
            (at("\"c\"") + 3, "last"),
            (text.len(), ""),
            (text.len() + 10, ""),
        ] {
            assert_eq!(path_at(text, 1, position), path, "at {position}");
        }
    }

    #[test]
    fn lines_and_escaped_keys_are_counted() {
        let text = b"{\n  \"a\\\"b\": {\n    \"c\": true\n  }\n}";
        assert_eq!(path_at(text, 3, 13), "a\"b.c");
        assert_eq!(path_at(text, 2, 10), "a\"b");
        assert_eq!(path_at(text, 9, 1), "");
    }
}
