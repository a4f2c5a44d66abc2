//! Live events: a stream for each open page, fed from the database so that it does not matter which
//! node something happened on.

use std::collections::{HashMap, HashSet};
use std::convert::Infallible;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::sse::{Event as SseEvent, Sse};
use futures_util::Stream;
use numsift_model::id::{SessionId, Uid};
use numsift_store::{Event, StoreResult};
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::broadcast::{self, Receiver};
use tokio::time::{Instant, Interval, interval_at};

use crate::app::App;
use crate::caller::Caller;
use crate::refusal::Refusal;

/// How often each node looks for new events.
const LOOK_EVERY: Duration = Duration::from_millis(500);
/// Units of work are saved out of order; one that took longer than this is told late, by polling.
const OVERLAP_S: i64 = 10;
/// A comment keeps the connection open through proxies, and is when an ended session is noticed.
const HEARTBEAT: Duration = Duration::from_secs(15);
/// Open streams an account may have.
const PER_ACCOUNT: usize = 4;
/// How far back a page that was away can catch up.
const CATCH_UP_S: i64 = 3600;

/// Where streams wait for what this node has read.
pub(crate) struct Hub {
    live: broadcast::Sender<Event>,
    open: Mutex<HashMap<Uid, usize>>,
}

impl Default for Hub {
    fn default() -> Self {
        Self { live: broadcast::channel(1024).0, open: Mutex::default() }
    }
}

/// Reads new events and hands them to this node's streams, for as long as it is polled.
pub async fn tell_events(app: App) {
    let mut known = HashSet::new();
    // What happened before this node started is not news.
    let mut started = false;
    let mut every = tokio::time::interval(LOOK_EVERY);
    loop {
        every.tick().await;
        match look(&app).await {
            Ok(found) => {
                let fresh: Vec<_> =
                    found.iter().filter(|event| !known.contains(&event.id)).cloned().collect();
                known = found.into_iter().map(|event| event.id).collect();
                if started {
                    for event in fresh {
                        // Nobody listening is no error.
                        let _ = app.events().live.send(event);
                    }
                }
                started = true;
            }
            Err(error) => tracing::warn!(%error, "cannot read events"),
        }
    }
}

async fn look(app: &App) -> StoreResult<Vec<Event>> {
    let since = app.clock.now().plus(-OVERLAP_S);
    app.store.read().await?.events(since, 0).await
}

/// A place among an account's streams; given back when the stream ends.
struct Place {
    app: App,
    uid: Uid,
}

impl Place {
    fn take(app: &App, uid: Uid) -> Option<Self> {
        let mut open = app.events().open.lock().unwrap_or_else(PoisonError::into_inner);
        let count = open.entry(uid).or_default();
        if *count >= PER_ACCOUNT {
            return None;
        }
        *count += 1;
        drop(open);
        Some(Self { app: app.clone(), uid })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut open = self.app.events().open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = open.get_mut(&self.uid) {
            *count -= 1;
            if *count == 0 {
                open.remove(&self.uid);
            }
        }
    }
}

/// One open stream.
struct Listener {
    place: Place,
    session: Option<SessionId>,
    /// What happened while the page was away, oldest first.
    missed: std::vec::IntoIter<Event>,
    told: HashSet<i64>,
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
    let place = Place::take(&app, uid).ok_or(Refusal::TooMany { retry_after: 30 })?;
    // Listening first, then reading what was missed: nothing falls between.
    let live = app.events().live.subscribe();
    let last: Option<i64> =
        headers.get("last-event-id").and_then(|value| value.to_str().ok()).and_then(|text| text.parse().ok());
    let missed = match last {
        Some(last) => {
            let since = app.clock.now().plus(-CATCH_UP_S);
            let events = app.store.read().await?.events(since, last).await?;
            events.into_iter().filter(|event| concerns(event, uid)).collect()
        }
        None => Vec::new(),
    };
    let listener = Listener {
        told: missed.iter().map(|event: &Event| event.id).collect(),
        missed: missed.into_iter(),
        session: caller.who().session,
        place,
        live,
        heartbeat: interval_at(Instant::now() + HEARTBEAT, HEARTBEAT),
    };
    Ok(Sse::new(futures_util::stream::unfold(listener, next)))
}

fn concerns(event: &Event, uid: Uid) -> bool {
    event.uid.is_none_or(|whose| whose == uid)
}

/// The next thing to say, or the end of the stream.
async fn next(mut listener: Listener) -> Option<(Result<SseEvent, Infallible>, Listener)> {
    if let Some(event) = listener.missed.next() {
        return Some((Ok(said(&event)), listener));
    }
    let app = listener.place.app.clone();
    loop {
        tokio::select! {
            event = listener.live.recv() => match event {
                Ok(event) if concerns(&event, listener.place.uid) && !listener.told.contains(&event.id) => {
                    return Some((Ok(said(&event)), listener));
                }
                Ok(_) => {}
                // Too slow to keep up: the page comes back and catches up by the last event's number.
                Err(RecvError::Lagged(_) | RecvError::Closed) => return None,
            },
            _ = listener.heartbeat.tick() => {
                let over = match listener.session {
                    Some(session) => !is_open(&app, session).await,
                    None => false,
                };
                if over {
                    return None;
                }
                return Some((Ok(SseEvent::default().comment("still here")), listener));
            }
            () = app.stopping() => return None,
        }
    }
}

async fn is_open(app: &App, session: SessionId) -> bool {
    let now = app.clock.now();
    let asked = async { app.store.read().await?.session_is_open(session, now).await };
    asked.await.unwrap_or(false)
}

fn said(event: &Event) -> SseEvent {
    SseEvent::default().id(event.id.to_string()).event(&event.kind).data(&event.data)
}
