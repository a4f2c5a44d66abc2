//! The accept loop: limits the time for headers, adds the peer's address to every request, and shuts down gracefully.

use std::future::Future;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use axum::http::header::{self, HeaderValue};
use axum::response::Response;
use hyper::body::Incoming;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use numsift_model::limits::{REQUEST_HEAD, REQUEST_HEAD_S};
use tokio::net::TcpListener;
use tower::ServiceExt as _;

use crate::client::Peer;

/// A client must send its headers within this time.
const HEADER_TIMEOUT: Duration = Duration::from_secs(REQUEST_HEAD_S);
/// Running calls get this long to finish when the server stops.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(20);

/// Serves until `stop` resolves, then lets running calls finish.
pub async fn serve(listener: TcpListener, router: Router, stop: impl Future<Output = ()>) -> io::Result<()> {
    serve_and_drain(listener, router, stop, Duration::ZERO).await
}

/// Serves until `stop` resolves, then for `drain` longer, then lets running calls finish. While it drains, every response
/// closes its connection. A proxy that has noticed `/readyz` meanwhile sends no call to a connection that is closed.
pub async fn serve_and_drain(
    listener: TcpListener,
    router: Router,
    stop: impl Future<Output = ()>,
    drain: Duration,
) -> io::Result<()> {
    let closing = Arc::new(AtomicBool::new(false));
    let told = closing.clone();
    let stop = async move {
        stop.await;
        told.store(true, Ordering::Relaxed);
        tokio::time::sleep(drain).await;
    };
    let graceful = GracefulShutdown::new();
    let mut http = hyper::server::conn::http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(HEADER_TIMEOUT).max_buf_size(REQUEST_HEAD);
    let mut stop = std::pin::pin!(stop);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stop => break,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                // Probably out of file descriptors: wait until some are free.
                tracing::warn!(%error, "cannot accept a connection");
                tokio::time::sleep(Duration::from_millis(100)).await;
                continue;
            }
        };
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!(%error, "cannot set TCP_NODELAY");
        }
        let closing = closing.clone();
        let service = router
            .clone()
            .map_request(move |mut request: Request<Incoming>| {
                request.extensions_mut().insert(Peer(peer));
                request
            })
            .map_response(move |mut response: Response| {
                if closing.load(Ordering::Relaxed) {
                    response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
                }
                response
            });
        let connection = http.serve_connection(TokioIo::new(stream), TowerToHyperService::new(service));
        let connection = graceful.watch(connection);
        tokio::spawn(async move {
            if let Err(error) = connection.await {
                tracing::debug!(%error, "connection ended early");
            }
        });
    }
    drop(listener);
    if tokio::time::timeout(SHUTDOWN_TIMEOUT, graceful.shutdown()).await.is_err() {
        tracing::warn!("some calls did not finish in time and are aborted");
    }
    Ok(())
}
