import { randomFillSync } from 'node:crypto';
import { parse, v5, v7 } from 'uuid';

/** Prefixes of ids: the type of the identified entity. */
export type IdPrefix =
  | 'ws'
  | 'usr'
  | 'key'
  | 'aud'
  | 'ses'
  | 'job'
  | 'file'
  | 'col'
  | 'proj'
  | 'pdel'
  | 'wf'
  | 'wfrev'
  | 'run'
  | 'batch'
  | 'att'
  | 'inv'
  | 'hld'
  | 'evt'
  | 'shr'
  | 'itm'
  | 'mail'
  | 'cand'
  | 'bud'
  | 'whe'
  | 'whd';

/** Crockford's base32: no i, l, o, u, so an id can be read aloud without mistakes (https://www.crockford.com/base32.html). */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** Returns a time-sortable id: the prefix and a UUIDv7 in 26 characters. Text order is creation order, to the millisecond. */
export function newId(prefix: IdPrefix, now: Date): string {
  return `${prefix}_${toBase32(v7({ msecs: now.getTime(), rng: random16 }, new Uint8Array(16)))}`;
}

/** Random bytes for many ids: asking the system for the bytes of one id costs more than the rest of creating the id. */
const pool = new Uint8Array(16 * 256);
let used = pool.length;

function random16(): Uint8Array {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += 16;
  return pool.subarray(used - 16, used);
}

/** Returns the lowest id that can be made at a time, to select ids by their time of creation. */
export function lowestIdAt(prefix: IdPrefix, at: Date): string {
  const bytes = new Uint8Array(16);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(Math.max(0, at.getTime())) << 16n);
  return `${prefix}_${toBase32(bytes)}`;
}

/** Returns a generator of ids that ascend also within a millisecond: their text order is the order of generation. */
export function ascendingIds(prefix: IdPrefix, now: Date): () => string {
  let seq = 0;
  return () => `${prefix}_${toBase32(v7({ msecs: now.getTime(), seq: seq++ }, new Uint8Array(16)))}`;
}

/** Returns the creation time inside an id made by `newId`. */
export function timeOfId(id: string): Date {
  const digits = id.slice(id.lastIndexOf('_') + 1);
  // 10 base32 digits are 50 bits: the 48 bits of a UUIDv7's time and two bits of the left padding.
  let ms = 0;
  for (const digit of digits.slice(0, 10)) ms = ms * 32 + ALPHABET.indexOf(digit);
  return new Date(ms);
}

const ID = /^[a-z]{2,5}_[0-7][0-9a-hjkmnp-tv-z]{25}$/;

/** Returns whether a text could be an id with this prefix. Other texts cannot exist as ids, so the database need not be queried. */
export function isId(prefix: IdPrefix, text: string): boolean {
  return text.startsWith(`${prefix}_`) && ID.test(text);
}

/** Rotamer's UUID namespace: the same name in another program gives another UUID. */
const NAMESPACE = parse('6a2b7e0e-5f0c-5d8e-9a53-0c9d6f1f7b11');

/** Returns a UUIDv5 of the parts. The same parts give the same id in every process. */
export function derivedUuid(...parts: (string | number)[]): string {
  return v5(Buffer.from(JSON.stringify(parts)), NAMESPACE);
}

/** Encodes 128 bits as 26 base32 digits, left-padded with two zero bits. */
function toBase32(bytes: Uint8Array): string {
  let digits = '';
  let rest = 0;
  let bits = 2;
  for (const byte of bytes) {
    rest = (rest << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      digits += ALPHABET[(rest >> bits) & 31];
    }
    rest &= (1 << bits) - 1;
  }
  return digits;
}
