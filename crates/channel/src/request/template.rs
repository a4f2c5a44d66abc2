//! Request templates: undefined names are errors, and rendering is limited in steps, memory and size.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io;
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use chrono::format::{Item, StrftimeItems};
use chrono::{DateTime, NaiveDate, NaiveTime};
use hmac::Mac as _;
use minijinja::machinery::parse;
use minijinja::syntax::SyntaxConfig;
use minijinja::value::{Enumerator, Object, ObjectRepr};
use minijinja::{AutoEscape, Environment, ErrorKind, Output, State, UndefinedBehavior, Value};
use numsift_model::limits::{TEMPLATE_FUEL, TEMPLATE_OUTPUT, TEMPLATE_SOURCE};

use md5::Md5;
use sha1::Sha1;
use sha2::{Digest as _, Sha256, Sha512};

use super::bounds;
use crate::blocking::blocking;
use crate::config::fault::Problem;
use crate::mac::hmac_sha256;

/// Steps of a template that is rendered at once. Nearly all templates need less; others are rendered without blocking the thread.
const SHORT_FUEL: u64 = 1000;

/// Values are percent-encoded in templates whose names have this suffix.
const URL_SUFFIX: &str = "#url";

/// Template variables by name.
pub(crate) type Variables = BTreeMap<&'static str, Value>;

/// The numbers of a batch as a list of strings. Most templates only need the whole list as JSON, which is
/// written without creating a value for each number.
#[derive(Debug)]
pub(crate) struct NumberList {
    /// Written in front of the digits: `+` or nothing.
    pub(crate) sign: &'static str,
    pub(crate) numbers: Vec<u64>,
}

impl NumberList {
    fn to_json(&self) -> String {
        let mut text = String::with_capacity(2 + 18 * self.numbers.len());
        text.push('[');
        for (index, number) in self.numbers.iter().enumerate() {
            // Writing to a string cannot fail. Neither signs nor digits need escaping in JSON.
            let _ = write!(text, "{}\"{}{number}\"", if index == 0 { "" } else { "," }, self.sign);
        }
        text.push(']');
        text
    }
}

impl Object for NumberList {
    fn repr(self: &Arc<Self>) -> ObjectRepr {
        ObjectRepr::Seq
    }

    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        let number = self.numbers.get(key.as_usize()?)?;
        Some(Value::from(format!("{}{number}", self.sign)))
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        Enumerator::Seq(self.numbers.len())
    }
}

/// The compiled templates of a channel.
pub(crate) struct Templates {
    environment: Environment<'static>,
    /// The same templates, with few steps.
    short: Environment<'static>,
}

/// How values are inserted into a template.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Escape {
    /// Unchanged.
    Plain,
    /// Percent-encoded, for a path.
    Url,
}

/// A text with or without variables.
#[derive(Debug, Clone)]
pub(crate) enum Text {
    /// Has no variables.
    Fixed(String),
    /// The name of a compiled template.
    Template(String),
}

impl Templates {
    pub(crate) fn new() -> Self {
        let mut environment = Environment::new();
        environment.set_undefined_behavior(UndefinedBehavior::Strict);
        environment.set_fuel(Some(TEMPLATE_FUEL));
        environment.set_auto_escape_callback(|name| {
            if name.ends_with(URL_SUFFIX) { AutoEscape::Custom("url".into()) } else { AutoEscape::None }
        });
        environment.set_formatter(write_value);
        environment.add_filter("tojson", to_json);
        environment.add_filter("md5", |text: &str| hex::encode(Md5::digest(text)));
        environment.add_filter("sha1", |text: &str| hex::encode(Sha1::digest(text)));
        environment.add_filter("sha256", |text: &str| hex::encode(Sha256::digest(text)));
        environment.add_filter("sha512", |text: &str| hex::encode(Sha512::digest(text)));
        environment.add_filter("hmac_sha256", |text: &str, key: &str| {
            let mut mac = hmac_sha256(key.as_bytes());
            mac.update(text.as_bytes());
            hex::encode(mac.finalize().into_bytes())
        });
        environment.add_filter("date", date);
        environment.add_filter("base64", |text: &str| STANDARD.encode(text));
        let mut short = environment.clone();
        short.set_fuel(Some(SHORT_FUEL));
        Self { environment, short }
    }

    /// Compiles a text that may use the `known` variables.
    pub(crate) fn add(
        &mut self,
        field: &str,
        source: &str,
        escape: Escape,
        known: &[&str],
    ) -> Result<Text, Problem> {
        if !source.contains("{{") && !source.contains("{%") && !source.contains("{#") {
            return Ok(Text::Fixed(source.to_owned()));
        }
        if source.len() > TEMPLATE_SOURCE {
            let message = format!("the template is longer than {TEMPLATE_SOURCE} bytes");
            return Err(Problem::BadTemplate { message });
        }
        // Before it is compiled: the compiler computes constant expressions.
        let parsed = parse(source, field, SyntaxConfig::default()).map_err(template_error)?;
        bounds::check(&parsed).map_err(|message| Problem::BadTemplate { message })?;
        let name = format!("{field}{}", if escape == Escape::Url { URL_SUFFIX } else { "" });
        for environment in [&mut self.environment, &mut self.short] {
            environment.add_template_owned(name.clone(), source.to_owned()).map_err(template_error)?;
        }
        let template = self.environment.get_template(&name).map_err(template_error)?;
        let mut unknown: Vec<String> = template.undeclared_variables(false).into_iter().collect();
        unknown.retain(|used| {
            !known.contains(&used.as_str()) && !self.environment.globals().any(|(global, _)| global == used)
        });
        unknown.sort();
        match unknown.into_iter().next() {
            Some(name) => Err(Problem::UnknownName { name }),
            None => Ok(Text::Template(name)),
        }
    }

    /// Whether a text uses a variable.
    pub(crate) fn uses(&self, text: &Text, variable: &str) -> bool {
        let Text::Template(name) = text else { return false };
        // Not `undeclared_variables`: it misses variables that are sliced.
        self.environment.get_template(name).is_ok_and(|template| has_word(template.source(), variable))
    }

    pub(crate) fn render(&self, text: &Text, variables: &Value) -> Result<String, Problem> {
        let name = match text {
            Text::Fixed(text) => return Ok(text.clone()),
            Text::Template(name) => name,
        };
        // Nearly always enough; if it fails, the reason may be the steps.
        let rendered = render_in(&self.short, name, variables)
            .or_else(|_| blocking(|| render_in(&self.environment, name, variables)));
        let text = rendered.map_err(template_error)?;
        String::from_utf8(text).map_err(|error| Problem::BadTemplate { message: error.to_string() })
    }
}

fn render_in(
    environment: &Environment<'_>,
    name: &str,
    variables: &Value,
) -> Result<Vec<u8>, minijinja::Error> {
    let mut out = LimitedOutput(Vec::with_capacity(256));
    environment.get_template(name)?.render_captured_to(variables.clone(), &mut out)?;
    Ok(out.0)
}

/// Whether a source contains a name that is not part of a longer one and not an attribute.
fn has_word(source: &str, name: &str) -> bool {
    let part_of_name = |c: char| c.is_alphanumeric() || c == '_';
    source.match_indices(name).any(|(at, _)| {
        !source[..at].ends_with(|c| part_of_name(c) || c == '.')
            && !source[at + name.len()..].starts_with(part_of_name)
    })
}

/// The error without the template's source, which the operator sees anyway.
#[expect(clippy::needless_pass_by_value, reason = "for map_err")]
fn template_error(error: minijinja::Error) -> Problem {
    let mut message = match error.kind() {
        ErrorKind::OutOfFuel => "the template takes too many steps".to_owned(),
        kind => error.detail().map_or_else(|| kind.to_string(), |detail| format!("{kind}: {detail}")),
    };
    if let Some(line) = error.line() {
        // Writing to a string cannot fail.
        let _ = write!(message, " (line {line})");
    }
    Problem::BadTemplate { message }
}

fn write_value(out: &mut Output, state: &mut State, value: &Value) -> Result<(), minijinja::Error> {
    if !matches!(state.auto_escape(), AutoEscape::Custom(_)) {
        return minijinja::escape_formatter(out, state, value);
    }
    if value.is_undefined() {
        return Err(ErrorKind::UndefinedError.into());
    }
    for byte in value.to_string().bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte) {
            write!(out, "{}", char::from(byte))?;
        } else {
            write!(out, "%{byte:02X}")?;
        }
    }
    Ok(())
}

/// A day (`2024-03-01`) or a moment in Unix seconds, in another form.
fn date(value: &Value, format: &str) -> Result<String, minijinja::Error> {
    let wrong = |text: &'static str| minijinja::Error::new(ErrorKind::InvalidOperation, text);
    let items: Vec<Item<'_>> = StrftimeItems::new(format).collect();
    if items.iter().any(|item| matches!(item, Item::Error)) {
        return Err(wrong("`date` needs a format such as `%Y%m%d`"));
    }
    let moment = match value.as_str() {
        Some(day) => NaiveDate::parse_from_str(day, "%Y-%m-%d").ok().map(|day| day.and_time(NaiveTime::MIN)),
        None => {
            value.as_i64().and_then(|time| DateTime::from_timestamp(time, 0)).map(|time| time.naive_utc())
        }
    };
    let moment = moment.ok_or_else(|| wrong("`date` needs a day or a time in seconds"))?;
    let mut text = String::new();
    // Some formats need a time zone.
    write!(text, "{}", moment.and_utc().format_with_items(items.iter()))
        .map_err(|_| wrong("`date` cannot use this format"))?;
    Ok(text)
}

/// JSON on one line. Unlike the built-in filter, an undefined value is an error and not `null`.
fn to_json(value: &Value) -> Result<String, minijinja::Error> {
    if value.is_undefined() {
        return Err(ErrorKind::UndefinedError.into());
    }
    if let Some(numbers) = value.downcast_object_ref::<NumberList>() {
        return Ok(numbers.to_json());
    }
    let failed =
        |error: serde_json::Error| minijinja::Error::new(ErrorKind::BadSerialization, error.to_string());
    serde_json::to_string(value).map_err(failed)
}

/// A buffer that refuses more than [`TEMPLATE_OUTPUT`] bytes.
struct LimitedOutput(Vec<u8>);

impl io::Write for &mut LimitedOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0.len() + bytes.len() > TEMPLATE_OUTPUT {
            return Err(io::Error::other("the rendered text is too long"));
        }
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn render(source: &str, escape: Escape) -> Result<String, Problem> {
        let mut templates = Templates::new();
        let text = templates.add("body", source, escape, &["job", "list"])?;
        let variables: Variables =
            [("job", Value::from("a/b ü+")), ("list", Value::from(vec!["x", "y"]))].into_iter().collect();
        templates.render(&text, &Value::from(variables))
    }

    fn message(problem: Problem) -> String {
        match problem {
            Problem::BadTemplate { message } => message,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn values_are_percent_encoded_in_paths_only() {
        assert_eq!(render("/jobs/{{ job }}", Escape::Url).unwrap(), "/jobs/a%2Fb%20%C3%BC%2B");
        assert_eq!(render("{{ job }}", Escape::Plain).unwrap(), "a/b ü+");
        assert_eq!(render(r#"{"to": {{ list | tojson }}}"#, Escape::Plain).unwrap(), r#"{"to": ["x","y"]}"#);
        assert_eq!(render("no template", Escape::Url).unwrap(), "no template");
    }

    #[test]
    fn texts_are_hashed_and_encoded() {
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(render("{{ 'abc' | sha256 }}", Escape::Plain).unwrap(), abc);
        let md5 = "900150983cd24fb0d6963f7d28e17f72";
        assert_eq!(render("{{ 'abc' | md5 }}", Escape::Plain).unwrap(), md5);
        let sha1 = "a9993e364706816aba3e25717850c26c9cd0d89d";
        assert_eq!(render("{{ 'abc' | sha1 }}", Escape::Plain).unwrap(), sha1);
        let sha512 = render("{{ 'abc' | sha512 }}", Escape::Plain).unwrap();
        assert!(sha512.starts_with("ddaf35a193617abacc417349ae204131") && sha512.len() == 128);
        // RFC 4231, test case 2.
        let signed = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843";
        let source = "{{ 'what do ya want for nothing?' | hmac_sha256('Jefe') }}";
        assert_eq!(render(source, Escape::Plain).unwrap(), signed);
        assert_eq!(render("{{ (job ~ ':x') | base64 }}", Escape::Plain).unwrap(), "YS9iIMO8Kzp4");
    }

    #[test]
    fn dates_are_written_in_other_forms() {
        assert_eq!(render("{{ '2024-03-01' | date('%Y%m%d') }}", Escape::Plain).unwrap(), "20240301");
        assert_eq!(
            render("{{ 0 | date('%Y-%m-%dT%H:%M:%SZ') }}", Escape::Plain).unwrap(),
            "1970-01-01T00:00:00Z"
        );
        for source in [
            "{{ '01/03/2024' | date('%Y') }}",
            "{{ job | date('%Y') }}",
            "{{ list | date('%Y') }}",
            "{{ '2024-03-01' | date('%Q!') }}",
            "{{ '2024-03-01' | date(job) }}",
            "{{ '2024-03-01' | date }}",
        ] {
            assert!(render(source, Escape::Plain).is_err(), "{source}");
        }
    }

    #[test]
    fn the_number_list_behaves_like_a_plain_list() {
        let numbers = NumberList { sign: "+", numbers: vec![4_915_112_345_678, 12_025_550_100] };
        let numbers = Value::from_object(numbers);
        let plain = Value::from(vec!["+4915112345678", "+12025550100"]);
        let mut templates = Templates::new();
        for source in [
            "{{ list | tojson }}",
            "{{ list }}",
            "{{ list | join(',') }}",
            "{{ list | length }} {{ list[0] }} {{ list[-1] }} {{ list[:1] | tojson }} {{ list | last }}",
            "{% for one in list %}{{ loop.index }}{{ one }}{% if not loop.last %};{% endif %}{% endfor %}",
            "{{ {'to': list} | tojson }}",
            "{{ '+12025550100' in list }} {{ list is sequence }} {{ list | reverse | list | tojson }}",
        ] {
            let text = templates.add(source, source, Escape::Plain, &["list"]).unwrap();
            let render = |list: &Value| {
                let variables: Variables = [("list", list.clone())].into_iter().collect();
                templates.render(&text, &Value::from(variables)).unwrap()
            };
            assert_eq!(render(&numbers), render(&plain), "{source}");
        }
        let none = NumberList { sign: "", numbers: Vec::new() };
        assert_eq!(to_json(&Value::from_object(none)).unwrap(), "[]");
    }

    #[test]
    fn unknown_names_are_reported() {
        let unknown = render("{{ secret }}", Escape::Plain).unwrap_err();
        assert_eq!(unknown, Problem::UnknownName { name: "secret".to_owned() });
        assert!(message(render("{{ job.missing }}", Escape::Plain).unwrap_err()).contains("undefined"));
        assert!(message(render("{{ list[2] | tojson }}", Escape::Plain).unwrap_err()).contains("undefined"));
        assert!(message(render("{{ job", Escape::Plain).unwrap_err()).contains("line 1"));
    }

    #[test]
    fn templates_of_many_steps_are_rendered() {
        let source = "{% for a in range(5000) %}x{% endfor %}";
        assert_eq!(render(source, Escape::Plain).unwrap(), "x".repeat(5000));
        let templates = Templates::new();
        let short = templates.short.render_str(source, ()).unwrap_err();
        assert_eq!(short.kind(), ErrorKind::OutOfFuel, "it takes more steps than short templates");
    }

    #[test]
    fn rendering_is_limited_in_steps_and_size() {
        let endless = "{% for a in range(9999) %}{% for b in range(9999) %}{% endfor %}{% endfor %}";
        assert_eq!(
            message(render(endless, Escape::Plain).unwrap_err()),
            "the template takes too many steps (line 1)"
        );
        let large = "{% for a in range(900) %}{{ 'x' * 9999 }}{% endfor %}";
        assert!(render(large, Escape::Plain).is_err());
    }

    #[test]
    fn templates_that_grow_are_refused_before_they_run() {
        let doubled = format!("{{% set a = 'xxxxxxxx' %}}{}", "{% set a = a ~ a %}".repeat(40));
        let replaced = format!("{{{{ 'xxxxxxxx'{} }}}}", "|replace('x', 'xxxxxxxx')".repeat(12));
        let nested = format!("{{% set a = [1] %}}{}{{{{ a|tojson }}}}", "{% set a = [a, a] %}".repeat(40));
        let looped = format!("{}{}", "{% for a in [a ~ a ~ a] %}".repeat(60), "{% endfor %}".repeat(60));
        let looped = format!("{{% set a = job %}}{looped}");
        for source in [
            "{{ ('%300000000d'|format(1))|length }}",
            "{{ ('%.*f'|format(300000000, 1.5))|length }}",
            "{{ (('%' ~ '300000000d')|format(1))|length }}",
            "{{ 'x' * 99999999 }}",
            "{{ ('x' * 9999) * 9999 }}",
            "{{ ('x' * now)|length }}",
            "{{ ['x'] * 99999999 }}",
            "{{ ('x' * 60000)|replace('', 'x' * 60000) }}",
            "{{ list|join('x' * 60000)|replace('x', 'y' * 60000)|length }}",
            "{{ 'x'|indent(999999999) }}",
            "{{ ['x']|batch(999999999, 'x')|list|length }}",
            "{% set ns = namespace(a='x') %}{% for i in range(40) %}{% set ns.a = ns.a ~ ns.a %}{% endfor %}",
            "{% set a %}{% for i in range(99999) %}{% for i in range(99999) %}xxxxxxxx{% endfor %}{% endfor %}{% endset %}",
            "{% filter upper %}{% for i in range(99999) %}{{ 'x' * 9999 }}{% endfor %}{% endfilter %}",
            "{% for i in range(99999) %}{% set a = 'x' * 99999 %}{% endfor %}",
            "{{ debug() }}",
            "{{ list|pprint }}",
            doubled.as_str(),
            replaced.as_str(),
            nested.as_str(),
            looped.as_str(),
        ] {
            let mut templates = Templates::new();
            let refused = templates.add("body", source, Escape::Plain, &["job", "list", "now"]);
            assert!(matches!(refused, Err(Problem::BadTemplate { .. })), "{source}");
        }
        let long = format!("{{{{ job }}}}{}", " ".repeat(TEMPLATE_SOURCE));
        assert!(message(render(&long, Escape::Plain).unwrap_err()).contains("longer than"));
    }

    #[test]
    fn ordinary_templates_are_within_the_bounds() {
        let known =
            ["numbers", "number", "e164", "digits", "project", "batch", "now", "callback_url", "job", "body"];
        for source in [
            r#"{"to": {{ e164 | tojson }}, "n": {{ digits | join(", ") }}}"#,
            r#"[{%- for number in numbers -%}{"ref": {{ number.id | tojson }}, "phone": {{ number.e164 | tojson }},
                "at": {{ now * 1000 }}, "i": {{ loop.index0 * 2 + 1 }}}{{ "," if not loop.last else "" }}{%- endfor -%}]"#,
            "{% for part in e164 | batch(100) %}{{ part | join(';') }}\n{% endfor %}",
            "{% set body %}{% for n in numbers %}<to>{{ n.digits }}</to>{% endfor %}{% endset %}<x>{{ body }}</x>",
            "{{ numbers | map(attribute='digits') | join(',') }}{{ e164 | map('replace', '+', '00') | join(' ') }}",
            "{{ '%05d-%s' | format(now, batch) }}{{ '-' * 20 }}{{ project | upper | trim }}",
            "{% for n in e164 %}{{ n[1:4] }}{{ n | replace('+', '') | urlencode }}{% endfor %}",
            "{{ job | default('none') }}{% if callback_url is defined %}{{ callback_url }}{% endif %}",
            "{{ now }}.{{ body }}",
        ] {
            let added = Templates::new().add("body", source, Escape::Plain, &known);
            assert!(added.is_ok(), "{source}: {added:?}");
        }
    }
}
