/** A queued entry with its owner and its size. */
export interface Entry {
  /** The owner. Keys are served round-robin. */
  key: string;
  /** Encoded size. */
  bytes: number;
}

/** How much may be taken at once: the number of entries, and the sum of their bytes. */
export interface Room {
  items: number;
  bytes: number;
}

/** A round-robin queue: one entry of each key after the other; within a key, first in, first out. */
export interface FairQueue<E extends Entry> {
  readonly size: number;
  /** Returns the keys with queued entries, in the order in which they are served. */
  keys(): string[];
  /** Returns the number of queued entries of a key. */
  lengthOf(key: string): number;
  add(entry: E): void;
  /** Puts an entry at the head of its key's queue. */
  putBack(entry: E): void;
  /** Removes an entry. Returns whether it was still queued. */
  remove(entry: E): boolean;
  /** Returns the newest entry of the key with the longest queue; undefined if nothing is queued. */
  newestOfLongest(): E | undefined;
  /**
   * Removes the next entries that fit. If none fits, removes the first one, however large it is.
   * Skips keys for which `mayTake` is false; they keep their place.
   */
  take(room: Room, mayTake?: (key: string) => boolean): E[];
}

/** The queued entries of one key, oldest first. */
interface Line<E> {
  key: string;
  entries: E[];
}

/**
 * Creates a queue in which a thousand entries of one key delay an entry of another key by one entry.
 *
 * Entries are kept in arrays, and the Map contains only lines. When a Map or a Set grows, V8 leaves its content in the old
 * table, and treats that content as reachable until it collects the whole heap.
 */
export function createFairQueue<E extends Entry>(): FairQueue<E> {
  const lines = new Map<string, Line<E>>();
  /** All lines in round-robin order; the next line to serve is the first. */
  const round: Line<E>[] = [];
  let size = 0;

  function open(key: string): Line<E> {
    const line = { key, entries: [] };
    lines.set(key, line);
    round.push(line);
    return line;
  }

  return {
    get size() {
      return size;
    },
    keys: () => round.map(({ key }) => key),
    lengthOf: (key) => lines.get(key)?.entries.length ?? 0,
    add(entry) {
      const line = lines.get(entry.key) ?? open(entry.key);
      line.entries.push(entry);
      size++;
    },
    putBack(entry) {
      const line = lines.get(entry.key) ?? open(entry.key);
      line.entries.unshift(entry);
      size++;
    },
    newestOfLongest() {
      const [first, ...others] = round;
      return others.reduce((a, b) => (b.entries.length > a!.entries.length ? b : a), first)?.entries.at(-1);
    },
    remove(entry) {
      const line = lines.get(entry.key);
      const place = line ? line.entries.indexOf(entry) : -1;
      if (!line || place === -1) return false;
      line.entries.splice(place, 1);
      size--;
      if (line.entries.length > 0) return true;
      lines.delete(line.key);
      round.splice(round.indexOf(line), 1);
      return true;
    },
    take(room, mayTake = () => true) {
      const taken: E[] = [];
      let bytes = 0;
      while (taken.length < room.items) {
        const place = round.findIndex(({ key }) => mayTake(key));
        const line = round[place];
        const entry = line?.entries[0];
        if (!line || !entry || (taken.length > 0 && bytes + entry.bytes > room.bytes)) break;
        bytes += entry.bytes;
        taken.push(entry);
        size--;
        round.splice(place, 1);
        line.entries.shift();
        if (line.entries.length > 0) round.push(line);
        else lines.delete(line.key);
      }
      return taken;
    },
  };
}
