//! Processes chunks on all cores and keeps their order.
//!
//! Chunks are sent to the workers round-robin and collected in the same order, so nothing has to be sorted and
//! only a few chunks are in memory at a time. Used chunks go back to the reader.

use std::io::{self, Read, Write};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::thread;

use crate::error::{Error, written};
use crate::lines::Chunks;
use crate::out::Out;

/// Capacity of the queues before and after each worker.
const WAITING: usize = 2;

/// A chunk of lines and its results.
#[derive(Debug, Default)]
pub(crate) struct Chunk<S> {
    pub(crate) input: Vec<u8>,
    pub(crate) output: Out,
    pub(crate) summary: S,
}

/// Reads `input`, lets workers process the chunks, and writes their output in order. `worker` is called once
/// per thread; `done` is called with each chunk after it was written. Returns false if the output was closed before
/// the end (`| head`).
pub(crate) fn run<S: Default + Send, W: FnMut(&mut Chunk<S>)>(
    input: impl Read + Send,
    output: &mut dyn Write,
    threads: usize,
    worker: impl Fn() -> W + Sync,
    mut done: impl FnMut(&Chunk<S>),
) -> Result<bool, Error> {
    thread::scope(|scope| {
        let (recycle, recycled) = channel();
        let (mut to, mut from) = (Vec::new(), Vec::new());
        for _ in 0..threads.max(1) {
            let (send_in, receive_in) = sync_channel::<Chunk<S>>(WAITING);
            let (send_out, receive_out) = sync_channel(WAITING);
            let worker = &worker;
            scope.spawn(move || {
                let mut work = worker();
                for mut chunk in receive_in {
                    work(&mut chunk);
                    if send_out.send(chunk).is_err() {
                        break;
                    }
                }
            });
            to.push(send_in);
            from.push(receive_out);
        }
        let reader = scope.spawn(move || distribute(input, &to, &recycled));
        let wrote = collect(output, &from, &recycle, &mut done);
        drop(from);
        drop(recycle);
        let read = reader.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        let whole = wrote.is_ok();
        written(wrote)?;
        read.map_err(Error::Read)?;
        Ok(whole)
    })
}

/// Reads chunks and sends them to the workers in turn, until the input ends or a worker has stopped.
fn distribute<S: Default>(
    input: impl Read,
    to: &[SyncSender<Chunk<S>>],
    recycled: &Receiver<Chunk<S>>,
) -> io::Result<()> {
    let mut chunks = Chunks::new(input);
    for worker in to.iter().cycle() {
        let mut chunk = recycled.try_recv().unwrap_or_default();
        chunk.summary = S::default();
        if !chunks.next(&mut chunk.input)? || worker.send(chunk).is_err() {
            break;
        }
    }
    Ok(())
}

/// Writes the chunks in the order in which they were sent.
fn collect<S>(
    output: &mut dyn Write,
    from: &[Receiver<Chunk<S>>],
    recycle: &Sender<Chunk<S>>,
    done: &mut impl FnMut(&Chunk<S>),
) -> io::Result<()> {
    for worker in from.iter().cycle() {
        let Ok(chunk) = worker.recv() else { break };
        output.write_all(chunk.output.as_bytes())?;
        done(&chunk);
        // Fails if the reader has ended, which does not matter.
        let _ = recycle.send(chunk);
    }
    output.flush()
}
