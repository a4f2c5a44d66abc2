//! HTTP clients that reach only what the [`Guard`] lets through.

use std::error::Error as _;
use std::sync::Arc;
use std::time::Duration;

use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use url::{Host, Url};

use super::guard::{Guard, Passage, Refused, is_internal};
use super::names::{Names, NotFound, ResolverAway};

const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
/// How long an idle connection is kept.
const IDLE_TIMEOUT: Duration = Duration::from_mins(1);
/// Longest wait for a name server when an address is only checked.
const LOOKUP_TIMEOUT: Duration = Duration::from_secs(5);

/// HTTP clients behind a guard. Cheap to clone; a process needs only one.
#[derive(Clone)]
pub struct Outbound {
    guard: Guard,
    names: Names,
    public: reqwest::Client,
    allowed: reqwest::Client,
    #[cfg(feature = "simulation")]
    wire: Option<Arc<dyn Wire>>,
}

/// Answers requests instead of the network, in simulations.
#[cfg(feature = "simulation")]
#[async_trait::async_trait]
pub trait Wire: Send + Sync {
    async fn send(&self, request: reqwest::Request) -> Result<reqwest::Response, reqwest::Error>;
}

impl Outbound {
    /// The clients follow no redirects and use no proxy.
    pub fn new(guard: &Guard) -> Result<Self, reqwest::Error> {
        Self::with_names(guard, Names::default())
    }

    /// The same, and what it learns about the resolver is shared with others.
    pub fn with_names(guard: &Guard, names: Names) -> Result<Self, reqwest::Error> {
        // Fails if a provider is installed already; every part of the program installs the same one.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let builder = || {
            reqwest::Client::builder()
                .redirect(reqwest::redirect::Policy::none())
                .no_proxy()
                .connect_timeout(CONNECT_TIMEOUT)
                .pool_idle_timeout(IDLE_TIMEOUT)
                .tcp_nodelay(true)
                .user_agent(concat!("numsift/", env!("CARGO_PKG_VERSION")))
        };
        Ok(Self {
            guard: guard.clone(),
            public: builder()
                .dns_resolver(Arc::new(Resolver { names: names.clone(), public_only: true }))
                .build()?,
            allowed: builder()
                .dns_resolver(Arc::new(Resolver { names: names.clone(), public_only: false }))
                .build()?,
            names,
            #[cfg(feature = "simulation")]
            wire: None,
        })
    }

    /// Whether host names can be resolved.
    pub fn names(&self) -> &Names {
        &self.names
    }

    /// The client for this URL. Use it for this URL only: a host that is allowed at one port may not be
    /// allowed at another.
    pub fn client_for(&self, url: &Url) -> Result<&reqwest::Client, Refused> {
        Ok(match self.guard.check(url)? {
            Passage::Allowed => &self.allowed,
            Passage::Public => &self.public,
        })
    }

    /// Sends a request that was made with [`client_for`](Self::client_for).
    pub async fn send(&self, request: reqwest::RequestBuilder) -> Result<reqwest::Response, reqwest::Error> {
        #[cfg(feature = "simulation")]
        if let Some(wire) = &self.wire {
            return wire.send(request.build()?).await;
        }
        request.send().await
    }

    /// The same with a simulated network.
    #[cfg(feature = "simulation")]
    #[must_use]
    pub fn over(self, wire: Arc<dyn Wire>) -> Self {
        Self { wire: Some(wire), ..self }
    }

    /// Checks a URL that will be used later, including what its host resolves to now. A host that does not
    /// resolve passes: every request checks it again.
    pub async fn check_resolved(&self, url: &Url) -> Result<Passage, Refused> {
        let passage = self.guard.check(url)?;
        if passage == Passage::Public
            && let Some(Host::Domain(name)) = url.host()
            && let Ok(Ok(mut found)) =
                tokio::time::timeout(LOOKUP_TIMEOUT, tokio::net::lookup_host((name, 0))).await
            && found.any(|address| is_internal(address.ip()))
        {
            return Err(Refused::Internal);
        }
        Ok(passage)
    }

    /// Whether a request failed because its host resolved to an internal address.
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

/// Resolves hosts. With `public_only` it refuses those with an internal address: the client connects to exactly the
/// addresses that were checked, so a different answer to a second lookup (DNS rebinding) has no effect.
struct Resolver {
    names: Names,
    public_only: bool,
}

impl Resolve for Resolver {
    fn resolve(&self, name: Name) -> Resolving {
        let (names, public_only) = (self.names.clone(), self.public_only);
        // On a task of its own: a caller that gives up early must not keep the names from being compared.
        let resolving = tokio::spawn(async move { names.resolve(name.as_str()).await });
        Box::pin(async move {
            let found = match resolving.await? {
                Ok(found) => found,
                Err(NotFound::Name(error)) => return Err(error.into()),
                Err(NotFound::ResolverAway) => return Err(ResolverAway.into()),
            };
            if public_only && found.iter().any(|address| is_internal(address.ip())) {
                return Err(Refused::Internal.into());
            }
            Ok(Box::new(found.into_iter()) as Addrs)
        })
    }
}
