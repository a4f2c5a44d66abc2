//! The files of this crate must not import each other in a circle.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// A module as the names on its path, such as `["console", "tasks"]`; the crate root is empty.
type Module = Vec<String>;

/// All modules that have a file of their own, with the text of the file.
fn modules(folder: &Path, parent: &Module, found: &mut BTreeMap<Module, String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let child: Module = parent.iter().cloned().chain([name.clone()]).collect();
        if path.is_dir() {
            modules(&path, &child, found);
        } else {
            let is_parent = name == "mod" || name == "lib";
            let module = if is_parent { parent.clone() } else { child };
            found.insert(module, std::fs::read_to_string(&path).unwrap());
        }
    }
}

/// The paths of a use tree: `a::{b, c::d}` has `a::b` and `a::c::d`.
fn flatten(tree: &str) -> Vec<Vec<String>> {
    let tree = tree.trim();
    let Some((prefix, group)) = tree.split_once('{') else {
        let path = tree.split(" as ").next().unwrap_or_default();
        return vec![path.split("::").map(|name| name.trim().to_owned()).collect()];
    };
    let group = group.trim_end().strip_suffix('}').unwrap_or(group);
    let (mut depth, mut start, mut items) = (0, 0, Vec::new());
    for (at, character) in group.char_indices() {
        match character {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                items.push(&group[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    items.push(&group[start..]);
    let items = items.into_iter().filter(|item| !item.trim().is_empty());
    items.flat_map(|item| flatten(&format!("{prefix}{item}"))).collect()
}

/// The module that a path leads to, seen from `module`.
fn target(path: &[String], module: &Module, all: &BTreeMap<Module, String>) -> Option<Module> {
    let (mut base, mut rest) = match path.first()?.as_str() {
        "crate" => (Vec::new(), &path[1..]),
        "self" => (module.clone(), &path[1..]),
        "super" => (module.clone(), path),
        child => {
            let own: Module = module.iter().cloned().chain([child.to_owned()]).collect();
            all.contains_key(&own).then_some((module.clone(), path))?
        }
    };
    while rest.first().is_some_and(|name| name == "super") {
        base.pop();
        rest = &rest[1..];
    }
    for name in rest {
        base.push(name.clone());
        if !all.contains_key(&base) {
            base.pop();
            break;
        }
    }
    Some(base)
}

fn imports(module: &Module, text: &str, all: &BTreeMap<Module, String>) -> BTreeSet<Module> {
    // Unit tests may import what they test.
    let text = text.split("#[cfg(test)]").next().unwrap_or_default();
    let code: String =
        text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");
    let uses = code.split(';').filter_map(|statement| {
        let at = statement.find("use ")?;
        let starts_line =
            statement[..at].lines().last().is_none_or(|line| line.trim().is_empty() || line.contains("pub"));
        starts_line.then(|| statement[at + 4..].to_owned())
    });
    let mut paths: Vec<Vec<String>> = uses.flat_map(|tree| flatten(&tree)).collect();
    for (at, _) in code.match_indices("crate::") {
        let end = |c: char| !(c.is_alphanumeric() || c == '_' || c == ':');
        let path = code[at..].split(end).next().unwrap_or_default().trim_end_matches(':');
        paths.push(path.split("::").map(str::to_owned).collect());
    }
    let targets = paths.iter().filter_map(|path| target(path, module, all));
    targets.filter(|target| target != module && !target.is_empty()).collect()
}

/// A circle that `module` is on, if there is one.
fn circle(
    module: &Module,
    edges: &BTreeMap<Module, BTreeSet<Module>>,
    path: &mut Vec<Module>,
    done: &mut BTreeSet<Module>,
) -> Option<String> {
    if let Some(start) = path.iter().position(|known| known == module) {
        let names: Vec<_> = path[start..].iter().chain([module]).map(|module| module.join("::")).collect();
        return Some(names.join(" → "));
    }
    if !done.insert(module.clone()) {
        return None;
    }
    path.push(module.clone());
    let found = edges[module].iter().find_map(|next| circle(next, edges, path, done));
    path.pop();
    found
}

#[test]
fn files_do_not_import_each_other_in_circles() {
    let mut all = BTreeMap::new();
    modules(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &Module::new(), &mut all);
    let edges: BTreeMap<_, _> =
        all.iter().map(|(module, text)| (module.clone(), imports(module, text, &all))).collect();
    assert!(edges.values().map(BTreeSet::len).sum::<usize>() > 200, "imports are not found: {edges:?}");
    let mut done = BTreeSet::new();
    for module in edges.keys() {
        assert_eq!(circle(module, &edges, &mut Vec::new(), &mut done), None);
    }
}
