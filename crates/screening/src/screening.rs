//! The composition root: builds the services and shares their parts.

use std::path::PathBuf;
use std::sync::Arc;

use numsift_channel::Outbound;
use numsift_generation::Generator;
use numsift_model::clock::{Clock, Entropy};
use numsift_segments::Objects;
use numsift_store::Store;
use numsift_vault::Vault;

use crate::Result;
use crate::book::{Book, Windows};
use crate::channels::Channels;
use crate::files::Files;
use crate::lists::{ListJobs, Lists, Scratch, SuppressionSets};
use crate::lookups::{EarlierLookups, LookupBatches, Lookups};
use crate::results::{Results, Retention, Sweep};
use crate::schedules::Schedules;
use crate::tasks::{TaskContexts, Tasks};
use crate::wake::Wake;
use crate::work::{ChunkRunner, Outage, Providers, Spool, Worker};

/// What screening is built from.
pub struct ScreeningParts {
    pub store: Arc<dyn Store>,
    pub objects: Objects,
    pub clock: Arc<dyn Clock>,
    pub entropy: Arc<dyn Entropy>,
    /// Seals the secrets of channels.
    pub vault: Vault,
    /// HTTP client for providers.
    pub outbound: Outbound,
    /// Base URL for callbacks from providers, if this installation can be reached.
    pub callback_base: Option<String>,
    /// Folder on the local disk for answers that cannot be stored yet.
    pub spool: PathBuf,
    /// Folder on the local disk for temporary files.
    pub scratch: PathBuf,
    /// Numbers of a list that are held in memory while it is read.
    pub memory_numbers: u64,
    /// Name of this process, unique in the installation.
    pub node: String,
}

/// The services of screening, shared by request handlers and workers.
#[derive(Clone)]
pub struct Screening {
    pub files: Files,
    pub lists: Lists,
    pub tasks: Tasks,
    pub schedules: Schedules,
    pub lookups: Lookups,
    pub book: Book,
    pub results: Results,
    pub channels: Channels,
    pub retention: Retention,
    pub sweep: Sweep,
    pub objects: Objects,
    pub(crate) worker: Worker,
    wake: Wake,
}

impl Screening {
    pub fn new(parts: ScreeningParts) -> Self {
        let channels = Channels::new(&parts);
        let ScreeningParts { store, objects, clock, entropy, spool, scratch, memory_numbers, .. } = parts;
        let scratch = Scratch::new(scratch, memory_numbers);
        let outage = Outage::new(objects.clone(), channels.names().clone());
        let wake = Wake::default();
        let suppression = SuppressionSets::new(store.clone(), objects.clone());
        let book = Book::new(store.clone(), objects.clone(), clock.clone());
        let providers = Providers { store: store.clone(), channels: channels.clone() };
        let contexts = TaskContexts::new(store.clone(), suppression.clone());
        let generator = Generator::new(store.clone(), clock.clone(), entropy.clone());
        let lists = Lists::new(
            store.clone(),
            objects.clone(),
            clock.clone(),
            entropy.clone(),
            suppression.clone(),
            scratch.clone(),
        );
        let files = Files::new(store.clone(), objects.clone(), clock.clone(), entropy.clone());
        let tasks = Tasks::new(clock.clone(), channels.clone(), contexts.clone());
        let schedules = Schedules::new(store.clone(), clock.clone(), tasks.clone());
        let results = Results::new(store.clone(), objects.clone(), clock.clone());
        let retention =
            Retention::new(store.clone(), clock.clone(), files.clone(), lists.clone(), tasks.clone());
        let sweep = Sweep::new(store.clone(), objects.clone(), clock.clone());
        let chunks = ChunkRunner {
            store: store.clone(),
            objects: objects.clone(),
            clock: clock.clone(),
            providers: providers.clone(),
            tasks: tasks.clone(),
            contexts,
            windows: Windows::new(book.clone(), objects.clone()),
            input_groups: Arc::default(),
            wake: wake.clone(),
            outage: outage.clone(),
            spool: Spool::new(spool),
        };
        let lookups = Lookups {
            store: store.clone(),
            clock: clock.clone(),
            channels: channels.clone(),
            providers,
            suppression: suppression.clone(),
            book: book.clone(),
            earlier: EarlierLookups { store: store.clone(), tasks: tasks.clone(), results: results.clone() },
            batches: LookupBatches::default(),
        };
        let worker = Worker {
            outage,
            list_jobs: ListJobs {
                store: store.clone(),
                objects: objects.clone(),
                clock: clock.clone(),
                generator,
                suppression,
                scratch,
            },
            store,
            clock,
            chunks,
            tasks: tasks.clone(),
            schedules: schedules.clone(),
            results: results.clone(),
            channels: channels.clone(),
            lookups: lookups.clone(),
            book: book.clone(),
            retention: retention.clone(),
            sweep: sweep.clone(),
            wake: wake.clone(),
        };
        Self {
            files,
            lists,
            tasks,
            schedules,
            lookups,
            book,
            results,
            channels,
            retention,
            sweep,
            objects,
            worker,
            wake,
        }
    }

    /// Wakes the workers of this process. To be called after a transaction that added chunks or jobs is saved.
    pub fn wake(&self) {
        self.wake.notify();
    }

    /// Runs all pending chunks and jobs, one after the other, and returns when none is left, or when a chunk waits because its
    /// providers fail.
    pub async fn run_until_idle(&self) -> Result<()> {
        self.worker.run_until_idle().await
    }

    /// Takes back chunks whose leases have expired.
    pub async fn reclaim_expired(&self) -> Result<()> {
        self.worker.reclaim_expired().await
    }
}
