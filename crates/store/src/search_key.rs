//! The form in which names are searched.

use unicode_normalization::UnicodeNormalization;

/// Folds a name or a search text: two texts that differ only in case, in width or in how accents are encoded
/// have the same key. The four Turkish letters i, I, ı and İ count as one, because readers of other languages
/// type `i` for all of them.
pub fn search_key(text: &str) -> String {
    let mut key = String::with_capacity(text.len());
    for letter in text.nfkc() {
        match letter {
            'İ' | 'ı' => key.push('i'),
            'ß' | 'ẞ' => key.push_str("ss"),
            'ς' => key.push('σ'),
            _ => key.extend(letter.to_lowercase()),
        }
    }
    key
}
