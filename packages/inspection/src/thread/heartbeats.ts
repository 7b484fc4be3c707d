/** How often the thread says that its event loop turns, in milliseconds. */
const EVERY_MS = 100;

/** One shared integer, which grows with each heartbeat of a thread. */
export type Heartbeats = Int32Array<SharedArrayBuffer>;

export function newHeartbeats(): Heartbeats {
  return new Int32Array(new SharedArrayBuffer(4));
}

/** Called in the thread: counts heartbeats for as long as its event loop turns. */
export function startHeartbeats(beats: Heartbeats): void {
  Atomics.add(beats, 0, 1);
  setInterval(() => Atomics.add(beats, 0, 1), EVERY_MS).unref();
}
