//! Reads the metadata file and writes the tables: `numplan-gen METADATA.tsv OUTPUT-FOLDER`.

use std::path::Path;
use std::process::ExitCode;

use numplan_gen::emit;
use numplan_gen::metadata::Metadata;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [source, folder] = arguments.as_slice() else {
        eprintln!("usage: numplan-gen METADATA.tsv OUTPUT-FOLDER");
        return ExitCode::from(2);
    };
    match run(Path::new(source), Path::new(folder)) {
        Ok(report) => {
            println!("{report}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("numplan-gen: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(source: &Path, folder: &Path) -> Result<String, Box<dyn std::error::Error>> {
    let data = Metadata::read(&std::fs::read_to_string(source)?)?;
    let file = emit::file(&data);
    let target = folder.join("plan.bin");
    std::fs::write(&target, &file)?;
    Ok(format!("metadata {}: {} bytes in {}", data.version, file.len(), target.display()))
}
