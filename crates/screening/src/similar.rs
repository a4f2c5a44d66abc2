//! Finds the word that a misspelt one stands for.

/// Longer words are not compared.
const LONGEST: usize = 64;

/// The most similar of the known words, if it is similar enough to be meant.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let letters: Vec<char> = word.chars().take(LONGEST + 1).flat_map(char::to_lowercase).collect();
    if letters.len() > LONGEST {
        return None;
    }
    let measured = known.into_iter().map(|known| (distance(&letters, known), known));
    // A third of the letters may differ.
    let similar = measured.filter(|(distance, known)| distance * 3 <= known.chars().count().max(3));
    similar.min().map(|(_, known)| known)
}

/// Letters to insert, remove, replace or swap with their neighbour to get from one word to the other.
fn distance(word: &[char], known: &str) -> usize {
    let known: Vec<char> = known.chars().take(LONGEST).collect();
    let mut before = vec![0; known.len() + 1];
    let mut last: Vec<usize> = (0..=known.len()).collect();
    for (row, letter) in word.iter().enumerate() {
        let mut next = vec![row + 1];
        for (column, other) in known.iter().enumerate() {
            let replaced = last[column] + usize::from(letter != other);
            let mut fewest = replaced.min(last[column + 1] + 1).min(next[column] + 1);
            if row > 0 && column > 0 && word[row - 1] == *other && *letter == known[column - 1] {
                fewest = fewest.min(before[column - 1] + 1);
            }
            next.push(fewest);
        }
        before = std::mem::replace(&mut last, next);
    }
    last[known.len()]
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn misspelt_words_are_recognised() {
        let known = ["whatsapp", "telegram", "line", "hygiene", "carrier"];
        for (word, meant) in [
            ("watsapp", Some("whatsapp")),
            ("WhatsApp", Some("whatsapp")),
            ("whatsap", Some("whatsapp")),
            ("telegarm", Some("telegram")),
            ("lien", Some("line")),
            ("carriers", Some("carrier")),
            ("signal", None),
            ("x", None),
            ("", None),
        ] {
            assert_eq!(nearest(word, known), meant, "{word}");
        }
        assert_eq!(nearest(&"l".repeat(100_000), known), None);
    }
}
