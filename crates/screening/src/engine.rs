//! What all of screening works with.

use std::sync::Arc;

use numsift_channel::Outbound;
use numsift_generation::Generator;
use numsift_model::clock::{Clock, Entropy};
use numsift_segments::Objects;
use numsift_store::Store;
use numsift_vault::Vault;
use tokio::sync::Notify;

use crate::channels::Registry;
use crate::chunk::TaskContexts;
use crate::files_away::FilesAway;
use crate::finish::Told;
use crate::generated::NumbersCache;
use crate::input_groups::InputGroups;
use crate::results::ResultCache;

/// The parts that screening is made of.
pub struct ScreeningParts {
    /// Where the state lives.
    pub store: Arc<dyn Store>,
    /// Where the files live.
    pub objects: Objects,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Randomness.
    pub entropy: Arc<dyn Entropy>,
    /// Seals the secrets of channels.
    pub vault: Vault,
    /// Asks providers.
    pub outbound: Outbound,
    /// The address under which providers can call back, if there is one.
    pub callback_base: Option<String>,
    /// The name of this process among others.
    pub node: String,
}

pub(crate) struct Shared {
    pub store: Arc<dyn Store>,
    pub objects: Objects,
    pub clock: Arc<dyn Clock>,
    pub entropy: Arc<dyn Entropy>,
    pub registry: Registry,
    pub contexts: TaskContexts,
    pub input_groups: InputGroups,
    pub results: ResultCache,
    /// Computes the numbers of runs that become lists.
    pub generator: Generator,
    pub numbers: NumbersCache,
    pub told: Told,
    pub files_away: FilesAway,
    pub node: String,
    /// Wakes this process's workers when there may be something to do.
    pub work: Notify,
}

/// Screening, shared by handlers and workers. Cheap to clone.
#[derive(Clone)]
pub struct Screening(pub(crate) Arc<Shared>);

impl Screening {
    /// Puts the parts together.
    pub fn new(parts: ScreeningParts) -> Self {
        let registry = Registry::new(&parts);
        let generator = Generator::new(parts.store.clone(), parts.clock.clone(), parts.entropy.clone());
        Self(Arc::new(Shared {
            store: parts.store,
            objects: parts.objects,
            clock: parts.clock,
            entropy: parts.entropy,
            registry,
            contexts: TaskContexts::default(),
            input_groups: InputGroups::default(),
            results: ResultCache::default(),
            generator,
            numbers: NumbersCache::default(),
            told: Told::default(),
            files_away: FilesAway::default(),
            node: parts.node,
            work: Notify::new(),
        }))
    }

    /// The channels.
    pub fn registry(&self) -> &Registry {
        &self.0.registry
    }

    /// The files.
    pub fn objects(&self) -> &Objects {
        &self.0.objects
    }

    /// There may be something to do: wakes the workers of this process.
    pub fn wake(&self) {
        self.0.work.notify_waiters();
    }
}
