//! Reads the metadata file and writes the tables: `numplan-gen METADATA.tsv OUTPUT-FOLDER`.

fn main() {
    let t = std::time::Instant::now();
    let d = numplan_gen::metadata::Metadata::bundled();
    let x = numplan_gen::walk::build(&d);
    println!(
        "{} nodes {} profiles {} classes {:?}",
        x.nodes.len() / 100,
        x.profiles.len() / 24,
        x.classes.len(),
        t.elapsed()
    );
}
