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

/** The entries of one key that wait, the first first. */
interface Line<E> {
  key: string;
  entries: E[];
}

/**
 * A thousand entries of one key delay an entry of another key by one.
 *
 * Entries are in arrays, and the Map knows only lines: when a Map or a Set grows, V8 leaves what it held in its old table, and
 * takes that for reachable until it collects the whole heap.
 */
export function createFairQueue<E extends Entry>(): FairQueue<E> {
  const lines = new Map<string, Line<E>>();
  /** All lines, the one whose turn is next first. */
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
    add(entry) {
      const line = lines.get(entry.key) ?? open(entry.key);
      line.entries.push(entry);
      size++;
    },
    remove(entry) {
      const line = lines.get(entry.key);
      const place = line ? line.entries.indexOf(entry) : -1;
      if (!line || place === -1) return;
      line.entries.splice(place, 1);
      size--;
      if (line.entries.length > 0) return;
      lines.delete(line.key);
      round.splice(round.indexOf(line), 1);
    },
    take(room) {
      const taken: E[] = [];
      let bytes = 0;
      while (taken.length < room.items) {
        const [line] = round;
        const entry = line?.entries[0];
        if (!line || !entry || (taken.length > 0 && bytes + entry.bytes > room.bytes)) break;
        bytes += entry.bytes;
        taken.push(entry);
        size--;
        round.shift();
        line.entries.shift();
        if (line.entries.length > 0) round.push(line);
        else lines.delete(line.key);
      }
      return taken;
    },
  };
}
