//! Writes the store calls of a simulated transaction: one method for each method of the store traits.

use std::path::{Path, PathBuf};
use std::{env, fs};

use proc_macro2::TokenStream;
use quote::quote;
use syn::visit_mut::{VisitMut, visit_use_path_mut};
use syn::{FnArg, Ident, Item, ItemTrait, ItemUse, Pat, TraitItem, UsePath};

/// Calls that the simulation observes or changes; they are in `bugs.rs`.
const OBSERVED: &[&str] =
    &["claim_chunk", "claim_delivery", "commit_chunk", "keep_slots", "lease_requests", "tell_webhooks"];

/// Makes `use crate::…` of the store work in another crate.
struct FromOutside;

impl VisitMut for FromOutside {
    fn visit_use_path_mut(&mut self, path: &mut UsePath) {
        if path.ident == "crate" {
            path.ident = Ident::new("numsift_store", path.ident.span());
        }
        visit_use_path_mut(self, path);
    }
}

fn main() {
    let store = PathBuf::from(env::var("CARGO_MANIFEST_DIR").expect("set by cargo")).join("../store/src");
    println!("cargo::rerun-if-changed={}", store.display());
    println!("cargo::rerun-if-changed=build.rs");
    let mut files: Vec<_> = fs::read_dir(&store)
        .expect("the store has sources")
        .map(|entry| entry.expect("a readable folder").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .filter(|path| !path.ends_with("lib.rs") && !path.ends_with("conformance.rs"))
        .collect();
    files.sort();
    let modules: TokenStream = files.iter().filter_map(|file| module(file)).collect();
    let out = PathBuf::from(env::var("OUT_DIR").expect("set by cargo")).join("calls.rs");
    fs::write(out, modules.to_string()).expect("a writable folder");
}

/// The implementation of the traits in one file; `None` if it has none.
fn module(file: &Path) -> Option<TokenStream> {
    let source = syn::parse_file(&fs::read_to_string(file).expect("a readable file")).expect("valid Rust");
    let mut uses: Vec<ItemUse> = Vec::new();
    let mut traits = Vec::new();
    for item in source.items {
        match item {
            Item::Use(mut item) if item.attrs.is_empty() => {
                FromOutside.visit_item_use_mut(&mut item);
                uses.push(item);
            }
            Item::Trait(item) => traits.push(implementation(&item)),
            _ => {}
        }
    }
    if traits.is_empty() {
        return None;
    }
    let name = Ident::new(file.file_stem()?.to_str()?, proc_macro2::Span::call_site());
    Some(quote! {
        mod #name {
            #![allow(unused_imports, clippy::pedantic)]
            #(#uses)*
            use numsift_store::*;
            use crate::store::SimulatedTx;
            #(#traits)*
        }
    })
}

fn implementation(item: &ItemTrait) -> TokenStream {
    let name = &item.ident;
    let methods = item.items.iter().filter_map(|item| match item {
        TraitItem::Fn(method) => Some(&method.sig),
        _ => None,
    });
    let methods = methods.map(|signature| {
        let call = &signature.ident;
        let text = call.to_string();
        let arguments: Vec<_> = signature
            .inputs
            .iter()
            .filter_map(|input| match input {
                FnArg::Typed(typed) => match &*typed.pat {
                    Pat::Ident(name) => Some(name.ident.clone()),
                    _ => None,
                },
                FnArg::Receiver(_) => None,
            })
            .collect();
        if OBSERVED.contains(&text.as_str()) {
            let observed = Ident::new(&format!("observed_{text}"), call.span());
            return quote! { #signature { self.#observed(#(#arguments),*).await } };
        }
        quote! {
            #signature {
                self.before(#text).await?;
                self.with(|tx| crate::database::wait_for(tx.#call(#(#arguments),*)))
            }
        }
    });
    quote! {
        #[async_trait::async_trait]
        impl numsift_store::#name for SimulatedTx {
            #(#methods)*
        }
    }
}
