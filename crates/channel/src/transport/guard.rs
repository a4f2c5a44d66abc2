//! Which addresses requests may go to: nothing inside the operator's network, however its address is
//! written, unless the operator allows the host. Used for channels and webhooks.

use std::collections::HashSet;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::sync::Arc;

use thiserror::Error;
use url::{Host, Url};

/// Why a request to an address is refused.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Refused {
    #[error("the address must begin with http or https")]
    Scheme,
    #[error("the address has no host")]
    NoHost,
    #[error("the address is not on the public internet")]
    Internal,
}

/// Why a request is let through.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Passage {
    /// The host is on the operator's list; it may resolve to any address.
    Allowed,
    /// The host looks public; the addresses it resolves to are checked as well.
    Public,
}

/// Decides which addresses may be reached. Cheap to clone.
#[derive(Debug, Clone, Default)]
pub struct Guard {
    allowed: Arc<HashSet<String>>,
}

impl Guard {
    /// Allows these hosts besides the public internet, each given as `host` or `host:port`.
    pub fn new<T: AsRef<str>>(allowed: impl IntoIterator<Item = T>) -> Self {
        let allowed = allowed.into_iter().map(|host| host.as_ref().trim().to_ascii_lowercase()).collect();
        Self { allowed: Arc::new(allowed) }
    }

    /// Checks a URL, without resolving its host.
    pub fn check(&self, url: &Url) -> Result<Passage, Refused> {
        if !matches!(url.scheme(), "http" | "https") {
            return Err(Refused::Scheme);
        }
        let host = url.host().ok_or(Refused::NoHost)?;
        let name = host.to_string();
        let name = name.trim_end_matches('.');
        let port = url.port_or_known_default().unwrap_or_default();
        if self.allowed.contains(name) || self.allowed.contains(&format!("{name}:{port}")) {
            return Ok(Passage::Allowed);
        }
        let internal = match host {
            Host::Ipv4(ip) => is_internal(IpAddr::V4(ip)),
            Host::Ipv6(ip) => is_internal(IpAddr::V6(ip)),
            Host::Domain(_) => false,
        };
        if internal { Err(Refused::Internal) } else { Ok(Passage::Public) }
    }
}

/// Whether an address is outside the public internet.
pub fn is_internal(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(ip) => internal_v4(ip),
        IpAddr::V6(ip) => internal_v6(ip),
    }
}

fn internal_v4(ip: Ipv4Addr) -> bool {
    let [a, b, c, _] = ip.octets();
    ip.is_private()
        || ip.is_loopback()
        || ip.is_link_local() // includes cloud metadata services
        || ip.is_multicast()
        || ip.is_broadcast()
        || ip.is_documentation()
        || a == 0 // "this network" and the unspecified address
        || a >= 240 // reserved
        || (a == 100 && (64..128).contains(&b)) // carrier-grade NAT; Alibaba Cloud metadata
        || (a == 192 && b == 0 && c == 0) // protocol assignments
        || (a == 192 && b == 88 && c == 99) // 6to4 relays
        || (a == 198 && (b == 18 || b == 19)) // benchmarks
        || ip == Ipv4Addr::new(168, 63, 129, 16) // Azure metadata; the address looks public
}

fn internal_v6(ip: Ipv6Addr) -> bool {
    let embedded = |high: u16, low: u16| {
        let bits = (u32::from(high) << 16) | u32::from(low);
        internal_v4(Ipv4Addr::from_bits(bits))
    };
    match ip.segments() {
        // IPv4 in IPv6: mapped, translated, NAT64 with the well-known prefix, 6to4.
        [0, 0, 0, 0, 0, 0xffff, high, low]
        | [0, 0, 0, 0, 0xffff, 0, high, low]
        | [0x64, 0xff9b, 0, 0, 0, 0, high, low]
        | [0x2002, high, low, ..] => embedded(high, low),
        // Unspecified, loopback and the deprecated IPv4-compatible form; NAT64 with a local prefix;
        // documentation; discard-only; segment routing.
        [0, 0, 0, 0, 0, 0, ..]
        | [0x64, 0xff9b, 1, ..]
        | [0x2001, 0xdb8, ..]
        | [0x100, 0, 0, 0, ..]
        | [0x5f00, ..] => true,
        [first, second, ..] => {
            first == 0x2001 && second < 0x200 // Teredo, ORCHID and other protocol assignments
                || first == 0x3fff && second < 0x1000 // documentation
                || first & 0xfe00 == 0xfc00 // unique local
                || first & 0xffc0 == 0xfe80 // link-local
                || first & 0xffc0 == 0xfec0 // site-local
                || first & 0xff00 == 0xff00 // multicast
        }
    }
}
