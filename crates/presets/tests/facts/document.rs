//! The facts of interfaces, which are written by hand.

use std::collections::BTreeMap;
use std::path::Path;

use numsift_presets::Confidence;
use serde::Deserialize;

/// The facts of an interface that a preset relies on.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Document {
    pub(crate) source: String,
    /// The description that the provider has published, if it is in the pinned package.
    pub(crate) published: Option<Published>,
    /// How sure the facts are.
    pub(crate) confidence: Confidence,
    pub(crate) method: String,
    /// With parameters in braces.
    pub(crate) path: String,
    pub(crate) query: Vec<String>,
    /// Paths in the reply, with all values of those that have a fixed list.
    pub(crate) fields: BTreeMap<String, Vec<String>>,
    /// Values that presets leave alone on purpose.
    #[serde(default)]
    pub(crate) left: BTreeMap<String, Vec<String>>,
    /// Fields and values that the preset uses although the source does not show them.
    #[serde(default)]
    pub(crate) unverified: BTreeMap<String, Vec<String>>,
}

/// Where a published description has the facts.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Published {
    /// The file in the package.
    pub(crate) description: String,
    /// The path of the operation.
    pub(crate) operation: String,
    /// The path of the operation whose reply has the fields, if it is another one.
    pub(crate) reply_of: Option<String>,
    /// Parameters that the description does not have.
    #[serde(default)]
    pub(crate) parameters: Vec<String>,
    /// The form of names in replies, if it is not that of the description.
    pub(crate) names: Option<Names>,
    /// Objects whose fields the description does not have.
    #[serde(default)]
    pub(crate) untyped: Vec<String>,
}

/// The form of names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Names {
    Snake,
}

pub(crate) fn documents() -> Vec<(String, Document)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/documents");
    let mut documents = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let id = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let document = serde_saphyr::from_str(&std::fs::read_to_string(&path).unwrap());
        documents.push((id, document.unwrap_or_else(|error| panic!("{}: {error}", path.display()))));
    }
    documents
}

/// A path without the names of its parameters: `/a/{b}` and `/a/{{ c }}` are both `/a/{}`.
pub(crate) fn shape(path: &str) -> String {
    let segments = path.split('/').map(|segment| if segment.contains('{') { "{}" } else { segment });
    segments.collect::<Vec<_>>().join("/")
}

/// Whether a path has the shape of another one, in which `{}` stands for any segment, such as the operator's account.
pub(crate) fn is_path(path: &str, shape: &str) -> bool {
    let (found, expected): (Vec<&str>, Vec<&str>) = (path.split('/').collect(), shape.split('/').collect());
    found.len() == expected.len()
        && found.iter().zip(expected).all(|(one, other)| other == "{}" || *one == other)
}
