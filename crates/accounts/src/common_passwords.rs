//! Passwords that are easy to guess: a list of stems, and rules for their variations.

/// Also rejected with digits or punctuation appended.
const STEMS: &[&str] = &[
    "abc",
    "abcd",
    "abcdef",
    "abcdefgh",
    "account",
    "admin",
    "administrator",
    "airport",
    "android",
    "angel",
    "apple",
    "asdf",
    "asdfgh",
    "asdfghjk",
    "asdfghjkl",
    "baseball",
    "basketball",
    "batman",
    "bitcoin",
    "butterfly",
    "changeme",
    "charlie",
    "chocolate",
    "computer",
    "cookie",
    "daniel",
    "default",
    "dragon",
    "facebook",
    "football",
    "freedom",
    "google",
    "guest",
    "hello",
    "helloworld",
    "hunter",
    "iloveyou",
    "internet",
    "jennifer",
    "jessica",
    "jordan",
    "killer",
    "letmein",
    "liverpool",
    "login",
    "lovely",
    "master",
    "michael",
    "michelle",
    "minecraft",
    "monkey",
    "mustang",
    "mynoob",
    "naruto",
    "numsift",
    "pass",
    "passw",
    "passwd",
    "passwort",
    "password",
    "phoenix",
    "pokemon",
    "princess",
    "purple",
    "q1w2e3r4",
    "qazwsx",
    "qazwsxedc",
    "qwer",
    "qwert",
    "qwerty",
    "qwertyui",
    "qwertyuiop",
    "samsung",
    "secret",
    "service",
    "shadow",
    "soccer",
    "starwars",
    "summer",
    "sunshine",
    "superman",
    "telephone",
    "temp",
    "test",
    "testtest",
    "tether",
    "trustno",
    "user",
    "welcome",
    "whatever",
    "winter",
    "woaini",
    "zaqwsx",
    "zxcvbn",
    "zxcvbnm",
];

/// Whether a password is easy to guess.
pub fn is_common(password: &str) -> bool {
    let lower = password.to_lowercase();
    let stem = lower.trim_end_matches(|c: char| c.is_ascii_digit() || "!@#$%.*_-".contains(c));
    one_character(&lower) || all_digits_in_a_pattern(&lower) || stem.is_empty() || STEMS.contains(&stem)
}

fn one_character(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next().is_some_and(|first| chars.all(|c| c == first))
}

/// Digits that run up, run down, or repeat a short block: `12345678`, `87654321`, `12121212`.
fn all_digits_in_a_pattern(text: &str) -> bool {
    let digits = text.as_bytes();
    if !digits.iter().all(u8::is_ascii_digit) {
        return false;
    }
    let steps = |step: u8| digits.windows(2).all(|pair| (pair[0] + step - b'0') % 10 + b'0' == pair[1]);
    steps(1) || steps(9) || (1..=4).any(|block| digits.iter().zip(&digits[block..]).all(|(a, b)| a == b))
}

#[cfg(test)]
mod tests {
    use super::is_common;

    #[test]
    fn common_passwords_and_their_variations_are_recognised() {
        for common in
            ["12345678", "98765432", "12121212", "11111111", "password123!", "Qwerty2024", "20240101"]
        {
            assert!(is_common(common), "{common}");
        }
        for fine in ["numsift-demo", "correct horse", "t7-Wq.9xLm", "数字号码筛选系统好"] {
            assert!(!is_common(fine), "{fine}");
        }
    }
}
