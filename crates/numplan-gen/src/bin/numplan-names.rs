//! Writes the tables of prefixes and of number sets: `numplan-names PREFIXES.tsv OUTPUT-FOLDER`.
//!
//! The first argument is the output of `extract_prefixes.py`; the sets come from the bundled metadata.

use std::error::Error;
use std::path::Path;

use numplan_gen::metadata::Metadata;
use numplan_gen::{prefix, space};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [prefixes, folder] = arguments.as_slice() else {
        return Err("usage: numplan-names PREFIXES.tsv OUTPUT-FOLDER".into());
    };
    let folder = Path::new(folder);
    std::fs::create_dir_all(folder)?;

    let source = prefix::Source::parse(&std::fs::read_to_string(prefixes)?)?;
    let packed = prefix::pack(&source);
    std::fs::write(folder.join("prefix.bin"), &packed.tables)?;
    std::fs::write(folder.join("prefix.txt"), &packed.text)?;
    println!("prefixes: {} bytes of tables, {} of names", packed.tables.len(), packed.text.len());

    let sets = space::sets(&Metadata::bundled());
    let bytes = space::pack(&sets);
    std::fs::write(folder.join("space.bin"), &bytes)?;
    let intervals: usize = sets.iter().map(|set| set.numbers.as_slice().len()).sum();
    println!("space: {} sets, {intervals} intervals, {} bytes", sets.len(), bytes.len());
    Ok(())
}
