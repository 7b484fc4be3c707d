/** A queued entry, its owner and its size. */
export interface Entry {
  /** The owner; keys take turns. */
  key: string;
  /** Encoded size. */
  bytes: number;
}

/** How much may be taken at once: a number of entries, and their bytes together. */
export interface Room {
  items: number;
  bytes: number;
}

/** A round-robin queue: one entry of each key in turn, and within a key first in, first out. */
export interface FairQueue<E extends Entry> {
  readonly size: number;
  add(entry: E): void;
  /** Removes an entry that no longer waits. */
  remove(entry: E): void;
  /** The next entries that fit, at least one if any waits: an entry that is too large is taken alone. */
  take(room: Room): E[];
}

/** A thousand entries of one key delay an entry of another key by one. */
export function createFairQueue<E extends Entry>(): FairQueue<E> {
  /** By key, the one whose turn is next first. */
  const waiting = new Map<string, Set<E>>();
  let size = 0;

  function remove(entry: E): void {
    const ofKey = waiting.get(entry.key);
    if (!ofKey?.delete(entry)) return;
    size--;
    if (ofKey.size === 0) waiting.delete(entry.key);
  }

  function next(): E | undefined {
    for (const ofKey of waiting.values()) for (const entry of ofKey) return entry;
    return undefined;
  }

  /** Moves a key to the end of the round. */
  function toTheEnd(key: string): void {
    const ofKey = waiting.get(key);
    if (!ofKey) return;
    waiting.delete(key);
    waiting.set(key, ofKey);
  }

  return {
    get size() {
      return size;
    },
    add(entry) {
      const ofKey = waiting.get(entry.key);
      if (ofKey) ofKey.add(entry);
      else waiting.set(entry.key, new Set([entry]));
      size++;
    },
    remove,
    take(room) {
      const taken: E[] = [];
      let bytes = 0;
      while (taken.length < room.items) {
        const entry = next();
        if (!entry || (taken.length > 0 && bytes + entry.bytes > room.bytes)) break;
        bytes += entry.bytes;
        taken.push(entry);
        remove(entry);
        toTheEnd(entry.key);
      }
      return taken;
    },
  };
}
