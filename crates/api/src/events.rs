//! Live events: one stream per open page, fed from the database so that it does not matter on which node an event
//! happened.

use std::collections::HashSet;
use std::convert::Infallible;
use std::time::Duration;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::sse::{Event as SseEvent, Sse};
use futures_util::Stream;
use numsift_model::id::Uid;
use numsift_model::session::SESSION_END;
use numsift_store::{Event, StoreResult};
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{Instant, Interval, interval_at};

use crate::app::App;
use crate::caller::{Caller, SID};
use crate::refusal::Refusal;

/// How often each node polls for new events.
const POLL_EVERY: Duration = Duration::from_millis(500);
/// Transactions commit out of order. An event that commits later than this after its time is missed here; pages
/// then see the change when they poll.
const OVERLAP_S: i64 = 10;
/// A comment keeps the connection open through proxies; ended sessions are noticed at the same time.
const HEARTBEAT: Duration = Duration::from_secs(15);
/// How far back a page that was disconnected can catch up.
const CATCH_UP_S: i64 = 3600;

/// Polls for new events and sends them to this node's streams. Never returns.
pub async fn forward_events(app: App) {
    EventForwarder::new(app).run().await;
}

/// Forwards events to the streams of this process.
pub struct EventForwarder {
    app: App,
    /// The recent events that were read; `None` before the first reading.
    known: Option<HashSet<i64>>,
}

impl EventForwarder {
    pub fn new(app: App) -> Self {
        Self { app, known: None }
    }

    /// Reads the recent events and forwards the new ones. Those of the first reading are from before the start and no news.
    pub async fn poll(&mut self) -> StoreResult<()> {
        let found = recent(&self.app).await?;
        let read = found.iter().map(|event| event.id).collect();
        if let Some(known) = self.known.replace(read) {
            let fresh: Vec<_> = found.into_iter().filter(|event| !known.contains(&event.id)).collect();
            metrics::counter!("numsift_events_total").increment(fresh.len() as u64);
            for event in fresh {
                self.app.events().send(event);
            }
        }
        Ok(())
    }

    /// Forwards events from now on.
    pub async fn run(mut self) {
        let mut every = tokio::time::interval(POLL_EVERY);
        loop {
            every.tick().await;
            if let Err(error) = self.poll().await {
                tracing::warn!(%error, "cannot read events");
            }
        }
    }
}

async fn recent(app: &App) -> StoreResult<Vec<Event>> {
    let since = app.clock.now().plus(-OVERLAP_S);
    app.store.read().await?.events(since, 0).await
}

/// One of an account's open streams; freed when the stream ends.
struct Slot {
    app: App,
    uid: Uid,
}

impl Slot {
    fn take(app: &App, uid: Uid) -> Option<Self> {
        app.events().open(uid).then(|| Self { app: app.clone(), uid })
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.app.events().close(self.uid);
    }
}

/// One open stream.
struct Listener {
    slot: Slot,
    token: String,
    /// The visiting member of staff, whose logout ends the stream.
    actor: Option<Uid>,
    /// Events from while the page was disconnected, oldest first.
    missed: std::vec::IntoIter<Event>,
    sent: HashSet<i64>,
    live: Receiver<Event>,
    heartbeat: Interval,
}

/// Opens a stream of the caller's events: `notify`, `balance`, `session`. Resumes after the event in
/// the `last-event-id` header.
#[utoipa::path(get, path = "/events", tag = "events",
    responses((status = 200, content_type = "text/event-stream", body = String)), security(("sid" = [])))]
pub async fn listen(
    caller: Caller,
    State(app): State<App>,
    headers: HeaderMap,
) -> Result<Sse<impl Stream<Item = Result<SseEvent, Infallible>>>, Refusal> {
    let uid = caller.who().account.uid;
    let slot = Slot::take(&app, uid).ok_or(Refusal::TooMany { retry_after: 30 })?;
    // Subscribe before reading the missed events, so that none is lost in between.
    let live = app.events().subscribe();
    let last: Option<i64> =
        headers.get("last-event-id").and_then(|value| value.to_str().ok()).and_then(|text| text.parse().ok());
    let missed = match last {
        Some(last) => {
            let since = app.clock.now().plus(-CATCH_UP_S);
            let events = app.store.read().await?.events(since, last).await?;
            events.into_iter().filter(|event| concerns(event, uid) && event.kind != SESSION_END).collect()
        }
        None => Vec::new(),
    };
    let listener = Listener {
        sent: missed.iter().map(|event: &Event| event.id).collect(),
        missed: missed.into_iter(),
        token: headers.get(SID).and_then(|value| value.to_str().ok()).unwrap_or_default().to_owned(),
        actor: caller.who().switched.map(|switched| switched.actor),
        slot,
        live,
        heartbeat: interval_at(Instant::now() + HEARTBEAT, HEARTBEAT),
    };
    Ok(Sse::new(futures_util::stream::unfold(listener, next)))
}

fn concerns(event: &Event, uid: Uid) -> bool {
    event.uid.is_none_or(|whose| whose == uid)
}

/// The next event or heartbeat; `None` ends the stream.
async fn next(mut listener: Listener) -> Option<(Result<SseEvent, Infallible>, Listener)> {
    if let Some(event) = listener.missed.next() {
        return Some((Ok(to_sse(&event)), listener));
    }
    let app = listener.slot.app.clone();
    loop {
        tokio::select! {
            event = listener.live.recv() => match event {
                Ok(event) => {
                    let mine = concerns(&event, listener.slot.uid);
                    let about_session = ["session", SESSION_END].contains(&event.kind.as_str())
                        && (mine || listener.actor.is_some_and(|actor| concerns(&event, actor)));
                    if about_session && !is_valid(&app, &listener.token).await {
                        return None;
                    }
                    if mine && event.kind != SESSION_END && !listener.sent.contains(&event.id) {
                        return Some((Ok(to_sse(&event)), listener));
                    }
                }
                // Too slow: the page reconnects and catches up from its last event.
                Err(RecvError::Lagged(_) | RecvError::Closed) => return None,
            },
            _ = listener.heartbeat.tick() => {
                if !is_valid(&app, &listener.token).await {
                    return None;
                }
                return Some((Ok(SseEvent::default().comment("still here")), listener));
            }
            () = app.stopping() => return None,
        }
    }
}

async fn is_valid(app: &App, token: &str) -> bool {
    app.accounts.is_valid(token).await.unwrap_or(false)
}

fn to_sse(event: &Event) -> SseEvent {
    SseEvent::default().id(event.id.to_string()).event(&event.kind).data(&event.data)
}
