//! Masks secrets in addresses.

/// Parameters of a database URL that are not secret. All others are masked.
const PLAIN_PARAMETERS: [&str; 11] = [
    "user",
    "host",
    "hostaddr",
    "port",
    "dbname",
    "sslmode",
    "sslrootcert",
    "sslcert",
    "application_name",
    "options",
    "statement-cache-capacity",
];

/// Masks the password in a database URL, in front of the host and in the parameters.
pub fn mask_password(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://") else { return "***".to_owned() };
    // A password may contain `?` and `/`, but the host after the last `@` may not.
    let (user, rest) = rest.rsplit_once('@').map_or((None, rest), |(user, rest)| (Some(user), rest));
    let (host, parameters) = rest.split_once('?').map_or((rest, None), |(host, all)| (host, Some(all)));
    let mut masked = format!("{scheme}://");
    if let Some(user) = user {
        masked += user.split(':').next().unwrap_or_default();
        masked += if user.contains(':') { ":***@" } else { "@" };
    }
    masked += host;
    for (index, parameter) in parameters.into_iter().flat_map(|all| all.split('&')).enumerate() {
        let name = parameter.split('=').next().unwrap_or_default();
        masked.push(if index == 0 { '?' } else { '&' });
        masked += if PLAIN_PARAMETERS.contains(&name) { parameter } else { name };
        masked += if PLAIN_PARAMETERS.contains(&name) { "" } else { "=***" };
    }
    masked
}

/// Masks the user and the password in another URL.
pub fn mask_user(url: &str) -> String {
    match url.split_once("://") {
        Some((scheme, rest)) if rest.contains('@') => {
            format!("{scheme}://***@{}", rest.rsplit('@').next().unwrap_or_default())
        }
        _ => url.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::mask_password;

    #[test]
    fn passwords_are_masked_wherever_they_are() {
        for (url, masked) in [
            ("postgres://ann:p@ss@host/db", "postgres://ann:***@host/db"),
            ("postgres://ann@host/db", "postgres://ann@host/db"),
            ("postgres://host/db", "postgres://host/db"),
            ("postgres://host/db?password=p", "postgres://host/db?password=***"),
            (
                "postgres://ann:p?x@host/db?sslmode=require&password=p%40ss&sslpassword=q&user=bob",
                "postgres://ann:***@host/db?sslmode=require&password=***&sslpassword=***&user=bob",
            ),
            ("postgres:///db?host=/run&PASSWORD=p", "postgres:///db?host=/run&PASSWORD=***"),
            ("nonsense", "***"),
        ] {
            assert_eq!(mask_password(url), masked);
        }
    }
}
