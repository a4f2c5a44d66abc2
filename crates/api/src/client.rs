//! The client of a request: its address, user agent and language.

use std::convert::Infallible;
use std::net::{IpAddr, SocketAddr};

use axum::extract::FromRequestParts;
use axum::http::header::{ACCEPT_LANGUAGE, USER_AGENT};
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap};
use numsift_accounts::Client;
use numsift_model::api_key::IpRange;
use numsift_model::lang::Lang;

use crate::app::App;

/// Longer user agents are cut.
const USER_AGENT_CHARS: usize = 200;

/// The address of the other end of the connection; the accept loop adds it to every request.
#[derive(Debug, Clone, Copy)]
pub struct Peer(pub SocketAddr);

/// The client that sent a request.
pub struct RequestClient(pub Client);

impl FromRequestParts<App> for RequestClient {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Infallible> {
        let address = client_address(&parts.extensions, &parts.headers, app);
        let agent = parts.headers.get(USER_AGENT).and_then(|value| value.to_str().ok());
        Ok(Self(Client {
            ip: address.map(|ip| ip.to_string()).unwrap_or_default(),
            user_agent: agent.unwrap_or_default().chars().take(USER_AGENT_CHARS).collect(),
        }))
    }
}

/// The client's address. `X-Forwarded-For` counts only if a trusted proxy sent it.
pub fn client_address(extensions: &Extensions, headers: &HeaderMap, app: &App) -> Option<IpAddr> {
    let peer = extensions.get::<Peer>()?.0.ip().to_canonical();
    Some(address(peer, headers, &app.trusted_proxies))
}

/// The language in the number engine.
pub fn plan_lang(lang: Lang) -> numplan::Lang {
    numplan::Lang::from_code(lang.tag()).unwrap_or(numplan::Lang::En)
}

/// The language of the `lang` header, else of `Accept-Language`, else Chinese.
pub struct Language(pub Lang);

impl Language {
    pub fn of(headers: &HeaderMap) -> Lang {
        let tag = headers.get("lang").or_else(|| headers.get(ACCEPT_LANGUAGE));
        tag.and_then(|value| value.to_str().ok()).map(Lang::from_tag).unwrap_or_default()
    }
}

impl FromRequestParts<App> for Language {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> Result<Self, Infallible> {
        Ok(Self(Self::of(&parts.headers)))
    }
}

/// The peer's address, unless the peer is a trusted proxy: then the last address in `X-Forwarded-For` that is not a
/// trusted proxy. Clients can forge everything before it.
fn address(peer: IpAddr, headers: &HeaderMap, trusted: &[IpRange]) -> IpAddr {
    let is_trusted = |ip: IpAddr| trusted.iter().any(|range| range.contains(ip));
    if !is_trusted(peer) {
        return peer;
    }
    let forwarded = headers.get_all("x-forwarded-for").iter().filter_map(|value| value.to_str().ok());
    let chain: Vec<IpAddr> = forwarded
        .flat_map(|value| value.split(','))
        .filter_map(|text| text.trim().parse::<IpAddr>().ok())
        .map(|ip| ip.to_canonical())
        .collect();
    chain.into_iter().rev().find(|ip| !is_trusted(*ip)).unwrap_or(peer)
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderMap;

    use super::address;

    #[test]
    fn forwarded_addresses_count_only_from_trusted_proxies() {
        let trusted = ["10.0.0.1", "10.0.0.2", "172.16.0.0/12", "2001:db8:1::/48", "::ffff:192.0.2.0/120"];
        let trusted = trusted.map(|range| range.parse().unwrap());
        for (peer, forwarded, expected) in [
            ("198.51.100.7", "1.1.1.1", "198.51.100.7"),
            ("10.0.0.1", "", "10.0.0.1"),
            ("10.0.0.1", "203.0.113.9", "203.0.113.9"),
            ("10.0.0.1", "6.6.6.6, 203.0.113.9", "203.0.113.9"),
            ("10.0.0.1", "6.6.6.6, 203.0.113.9, 10.0.0.2", "203.0.113.9"),
            ("10.0.0.1", "not an address", "10.0.0.1"),
            ("10.0.0.1", "::ffff:203.0.113.9", "203.0.113.9"),
            // Ranges.
            ("172.31.255.254", "203.0.113.9, 172.16.0.1", "203.0.113.9"),
            ("172.32.0.1", "203.0.113.9", "172.32.0.1"),
            ("::ffff:172.16.0.9", "203.0.113.9", "203.0.113.9"),
            ("2001:db8:1:2::3", "2001:db8:2::1", "2001:db8:2::1"),
            ("2001:db8:2::1", "203.0.113.9", "2001:db8:2::1"),
            // A range of mapped addresses is one of IPv4.
            ("192.0.2.200", "203.0.113.9", "203.0.113.9"),
            ("192.0.3.1", "203.0.113.9", "192.0.3.1"),
            // Everybody in front is trusted, so the connection is all that is known.
            ("10.0.0.1", "10.0.0.2, 172.16.0.1", "10.0.0.1"),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert("x-forwarded-for", forwarded.parse().unwrap());
            let peer_address: std::net::IpAddr = peer.parse().unwrap();
            let found = address(peer_address.to_canonical(), &headers, &trusted);
            assert_eq!(found.to_string(), expected, "{peer} sent {forwarded}");
        }
    }
}
