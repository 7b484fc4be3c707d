/** Heartbeat interval of the thread, in milliseconds. */
const EVERY_MS = 100;

/** One shared integer, which each heartbeat of a thread increments. */
export type Heartbeats = Int32Array<SharedArrayBuffer>;

export function newHeartbeats(): Heartbeats {
  return new Int32Array(new SharedArrayBuffer(4));
}

/** Called in the thread: counts heartbeats for as long as its event loop turns. */
export function startHeartbeats(beats: Heartbeats): void {
  Atomics.add(beats, 0, 1);
  setInterval(() => Atomics.add(beats, 0, 1), EVERY_MS).unref();
}
