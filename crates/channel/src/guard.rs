//! Where requests may go: nothing inside the operator's network, however its address is written,
//! unless the operator allowed that host. For channels and for webhooks alike.

use std::collections::HashSet;
use std::error::Error as _;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use thiserror::Error;
use url::{Host, Url};

/// Longest wait for a connection.
const CONNECT: Duration = Duration::from_secs(10);
/// How long an idle connection is kept for the next request.
const IDLE: Duration = Duration::from_mins(1);
/// Longest wait for a name server where an address is only looked at.
const LOOK_UP: Duration = Duration::from_secs(5);

/// Why an address is not asked.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Refused {
    /// Only `http` and `https` are spoken.
    #[error("only http and https addresses are asked")]
    Scheme,
    /// The address has no host.
    #[error("the address has no host")]
    NoHost,
    /// It is not on the public internet.
    #[error("the address is not on the public internet")]
    Internal,
}

/// What lets a request pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Passage {
    /// The operator's list: wherever the host's name leads.
    Allowed,
    /// Nothing against it so far: what the name resolves to is looked at as well.
    Public,
}

/// Knows which hosts the operator allows. Cheap to clone.
#[derive(Debug, Clone, Default)]
pub struct Guard {
    allowed: Arc<HashSet<String>>,
}

impl Guard {
    /// A guard that allows these besides the public internet, each a `host` or a `host:port`.
    pub fn new<T: AsRef<str>>(allowed: impl IntoIterator<Item = T>) -> Self {
        let allowed = allowed.into_iter().map(|host| host.as_ref().trim().to_ascii_lowercase()).collect();
        Self { allowed: Arc::new(allowed) }
    }

    /// Looks at an address before it is asked.
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

/// HTTP clients behind a guard. Cheap to clone; one for a process is enough.
#[derive(Clone)]
pub struct Outbound {
    guard: Guard,
    public: reqwest::Client,
    allowed: reqwest::Client,
}

impl Outbound {
    /// Clients that follow no redirects, use no proxy, and ask only what the guard lets pass.
    pub fn new(guard: &Guard) -> Result<Self, reqwest::Error> {
        // Whoever was first has chosen the same one.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let builder = || {
            reqwest::Client::builder()
                .redirect(reqwest::redirect::Policy::none())
                .no_proxy()
                .connect_timeout(CONNECT)
                .pool_idle_timeout(IDLE)
                .tcp_nodelay(true)
                .user_agent(concat!("numsift/", env!("CARGO_PKG_VERSION")))
        };
        Ok(Self {
            guard: guard.clone(),
            public: builder().dns_resolver(Arc::new(PublicOnly)).build()?,
            allowed: builder().build()?,
        })
    }

    /// The client to ask this address with. It must be used for this address only: a host that is
    /// allowed at one port is not allowed at another.
    pub fn client_for(&self, url: &Url) -> Result<&reqwest::Client, Refused> {
        Ok(match self.guard.check(url)? {
            Passage::Allowed => &self.allowed,
            Passage::Public => &self.public,
        })
    }

    /// Looks at an address that will be asked later, also at where its name leads now. A name that leads nowhere
    /// passes: it is looked at again whenever it is asked.
    pub async fn looked_up(&self, url: &Url) -> Result<Passage, Refused> {
        let passage = self.guard.check(url)?;
        if passage == Passage::Public
            && let Some(Host::Domain(name)) = url.host()
            && let Ok(Ok(mut found)) = tokio::time::timeout(LOOK_UP, tokio::net::lookup_host((name, 0))).await
            && found.any(|address| is_internal(address.ip()))
        {
            return Err(Refused::Internal);
        }
        Ok(passage)
    }

    /// Whether a request failed because of what its host's name resolved to.
    pub fn was_refused(error: &reqwest::Error) -> bool {
        let mut cause = error.source();
        while let Some(error) = cause {
            if error.downcast_ref::<Refused>().is_some() {
                return true;
            }
            cause = error.source();
        }
        false
    }
}

/// Resolves names, and refuses those that lead inside. The addresses that were looked at are the ones
/// connected to, so that a second answer of the name server changes nothing.
struct PublicOnly;

impl Resolve for PublicOnly {
    fn resolve(&self, name: Name) -> Resolving {
        Box::pin(async move {
            let found: Vec<SocketAddr> = tokio::net::lookup_host((name.as_str(), 0)).await?.collect();
            if found.iter().any(|address| is_internal(address.ip())) {
                return Err(Refused::Internal.into());
            }
            Ok(Box::new(found.into_iter()) as Addrs)
        })
    }
}

/// Whether an address is not one of the public internet.
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
        || ip.is_link_local() // among them the cloud's metadata service
        || ip.is_multicast()
        || ip.is_broadcast()
        || ip.is_documentation()
        || a == 0 // "this network", and the unspecified address
        || a >= 240 // reserved
        || (a == 100 && (64..128).contains(&b)) // carrier-grade NAT, and one cloud's metadata
        || (a == 192 && b == 0 && c == 0) // protocol assignments
        || (a == 192 && b == 88 && c == 99) // 6to4 relays
        || (a == 198 && (b == 18 || b == 19)) // benchmarks
        || ip == Ipv4Addr::new(168, 63, 129, 16) // one cloud's metadata, though it looks public
}

fn internal_v6(ip: Ipv6Addr) -> bool {
    let embedded = |high: u16, low: u16| {
        let bits = (u32::from(high) << 16) | u32::from(low);
        internal_v4(Ipv4Addr::from_bits(bits))
    };
    match ip.segments() {
        // IPv4 in IPv6: mapped, also in the translated form; NAT64 with the well-known prefix; 6to4.
        [0, 0, 0, 0, 0, 0xffff, high, low]
        | [0, 0, 0, 0, 0xffff, 0, high, low]
        | [0x64, 0xff9b, 0, 0, 0, 0, high, low]
        | [0x2002, high, low, ..] => embedded(high, low),
        // Unspecified, loopback, and IPv4-compatible, which nobody uses honestly; NAT64 with a network's own
        // prefix; documentation; discard only; segment routing.
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
