import { createBatcher } from '@rotamer/kit/batching/batcher.ts';
import type { Clock } from '@rotamer/kit/clock.ts';
import { dependencyUnavailable } from '@rotamer/kit/errors/fault.ts';
import type { Logger } from '@rotamer/kit/process/log.ts';
import { startLoop } from '@rotamer/kit/process/loop.ts';
import { LRUCache } from 'lru-cache';
import type { KeyRecord } from './accessStore.ts';
import { matchesHash, readKeyId } from './apiKey.ts';

/** How often the keys in use are refreshed. */
const REREAD_MS = 2_000;

/** Entries older than this are not trusted: a revoked key stops working everywhere within this time. */
const TRUSTED_MS = 5_000;

/** A key that was not used for this long is no longer refreshed, until it is used again. */
const IN_USE_MS = 60_000;

const MAX_KEYS = 20_000;

/** Keys that are read in one statement. */
const BATCH = 500;

export interface KeyRingOptions {
  /** The active keys among these ids, in one statement. */
  read: (keyIds: string[]) => Promise<KeyRecord[]>;
  clock: Clock;
  log: Logger;
}

/** The keys that are in use, in memory. */
export interface KeyRing {
  /** The record of a valid key; undefined for any other text, whatever is wrong with it. */
  find(key: string): Promise<KeyRecord | undefined>;
  /** Whether a key with this id was valid when it was last used here. Reads memory only. */
  knows(key: string): boolean;
  /** The record of a valid key that was authenticated before, by its public id. */
  findById(keyId: string): Promise<KeyRecord | undefined>;
  /** Calls back once when the key is revoked or expires; the returned function cancels. */
  watch(keyId: string, onRevoked: () => void): () => void;
  /** Refreshes the keys in use; runs by itself every 2 s. */
  reread(): Promise<void>;
  stop(): Promise<void>;
}

interface Entry {
  record: KeyRecord;
  readAt: number;
  usedAt: number;
}

/** Authenticates keys without a statement per request, and evicts revoked ones within 5 s. */
export function startKeyRing({ read, clock, log }: KeyRingOptions): KeyRing {
  const entries = new LRUCache<string, Entry>({ max: MAX_KEYS });
  const reading = new Map<string, Promise<Entry | undefined>>();
  const watchers = new Map<string, Set<() => void>>();
  const now = () => clock().getTime();

  // One statement at a time, so that guessing keys, from however many addresses, adds no load to the database.
  const readTogether = createBatcher<string, KeyRecord | undefined>({
    maxInFlight: 1,
    maxItems: BATCH,
    run: async (keyIds) => {
      const found = byKeyId(await read(keyIds));
      return keyIds.map((keyId) => found.get(keyId));
    },
  });

  async function readOne(keyId: string): Promise<Entry | undefined> {
    // The age counts from before the statement: whatever is revoked meanwhile may be missing in its answer.
    const readAt = now();
    const record = await readTogether(keyId).catch((error) => {
      throw dependencyUnavailable(error);
    });
    if (!record) {
      evict(keyId);
      return undefined;
    }
    const entry = { record, readAt, usedAt: readAt };
    entries.set(keyId, entry);
    return entry;
  }

  /** Requests that arrive together with the same key share one statement. */
  function readOnce(keyId: string): Promise<Entry | undefined> {
    const underWay = reading.get(keyId);
    if (underWay) return underWay;
    const fresh = readOne(keyId).finally(() => reading.delete(keyId));
    reading.set(keyId, fresh);
    return fresh;
  }

  function evict(keyId: string): void {
    entries.delete(keyId);
    for (const onRevoked of watchers.get(keyId) ?? []) onRevoked();
    watchers.delete(keyId);
  }

  async function reread(): Promise<void> {
    const readAt = now();
    const used = [...entries].filter(([, { usedAt }]) => readAt - usedAt <= IN_USE_MS).map(([keyId]) => keyId);
    const inUse = [...new Set([...used, ...watchers.keys()])];
    if (inUse.length === 0) return;
    const found = byKeyId(await read(inUse));
    for (const keyId of inUse) {
      const record = found.get(keyId);
      if (!record || isExpired(record, readAt)) evict(keyId);
      else if (entries.has(keyId)) entries.set(keyId, { ...entries.peek(keyId)!, record, readAt });
    }
  }

  const loop = startLoop({ name: 'keys', intervalMs: REREAD_MS, log, pass: reread });

  /** The entry of an active key; marking it as used is left to the caller that accepts the key. */
  async function activeEntry(keyId: string): Promise<Entry | undefined> {
    const cached = entries.get(keyId);
    const entry = cached && now() - cached.readAt < TRUSTED_MS ? cached : await readOnce(keyId);
    return entry && !isExpired(entry.record, now()) ? entry : undefined;
  }

  return {
    async find(key) {
      const keyId = readKeyId(key);
      const entry = keyId === undefined ? undefined : await activeEntry(keyId);
      if (!entry || !matchesHash(key, entry.record.hash)) return undefined;
      entry.usedAt = now();
      return entry.record;
    },
    knows(key) {
      const keyId = readKeyId(key);
      return keyId !== undefined && entries.has(keyId);
    },
    async findById(keyId) {
      const entry = await activeEntry(keyId);
      if (entry) entry.usedAt = now();
      return entry?.record;
    },
    watch(keyId, onRevoked) {
      const ofKey = watchers.get(keyId) ?? new Set();
      watchers.set(keyId, ofKey.add(onRevoked));
      return () => {
        ofKey.delete(onRevoked);
        if (ofKey.size === 0 && watchers.get(keyId) === ofKey) watchers.delete(keyId);
      };
    },
    reread,
    stop: () => loop.stop(),
  };
}

function byKeyId(records: KeyRecord[]): Map<string, KeyRecord> {
  return new Map(records.map((record) => [record.keyId, record]));
}

function isExpired(record: KeyRecord, now: number): boolean {
  return record.expiresAt !== undefined && record.expiresAt.getTime() <= now;
}
