import { createBatcher } from '@rotamer/kit/batching/batcher.ts';
import type { Clock } from '@rotamer/kit/clock.ts';
import { dependencyUnavailable } from '@rotamer/kit/errors/fault.ts';
import type { Logger } from '@rotamer/kit/process/log.ts';
import { startLoop } from '@rotamer/kit/process/loop.ts';
import { LRUCache } from 'lru-cache';
import type { KeyRecord } from './accessStore.ts';
import { matchesHash, readKeyId } from './apiKey.ts';

/** How often the keys in use are read again. */
const REREAD_MS = 2_000;

/** What was read longer ago than this is not trusted: a revoked key is dead everywhere within this time. */
const TRUSTED_MS = 5_000;

/** A key that nobody used for this long is no longer read again, until it is used. */
const IN_USE_MS = 60_000;

const MAX_KEYS = 20_000;

/** Keys that are read in one statement. */
const BATCH = 500;

export interface KeyRingOptions {
  /** The living keys among these ids, in one statement. */
  read: (keyIds: string[]) => Promise<KeyRecord[]>;
  clock: Clock;
  log: Logger;
}

/** The keys that are in use, in memory. */
export interface KeyRing {
  /** The record of a valid key; undefined for any other text, whatever is wrong with it. */
  find(key: string): Promise<KeyRecord | undefined>;
  /** Whether a key with this id was valid when it was last used here: a look at memory alone. */
  knows(key: string): boolean;
  /** The record of a valid key that proved itself before, by its public id. */
  findById(keyId: string): Promise<KeyRecord | undefined>;
  /** Calls back once when the key dies, while the returned function has not been called. */
  watch(keyId: string, onDead: () => void): () => void;
  /** One pass of reading the keys in use again; runs by itself every 2 s. */
  reread(): Promise<void>;
  stop(): Promise<void>;
}

interface Entry {
  record: KeyRecord;
  readAt: number;
  usedAt: number;
}

/** Answers who a key is without a statement per request, and forgets revoked keys within 5 s. */
export function startKeyRing({ read, clock, log }: KeyRingOptions): KeyRing {
  const entries = new LRUCache<string, Entry>({ max: MAX_KEYS });
  const reading = new Map<string, Promise<Entry | undefined>>();
  const watchers = new Map<string, Set<() => void>>();
  const now = () => clock().getTime();

  // One statement at a time: whoever guesses keys, from however many addresses, gives the database no more to do.
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
      bury(keyId);
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

  function bury(keyId: string): void {
    entries.delete(keyId);
    for (const onDead of watchers.get(keyId) ?? []) onDead();
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
      if (!record || isExpired(record, readAt)) bury(keyId);
      else if (entries.has(keyId)) entries.set(keyId, { ...entries.peek(keyId)!, record, readAt });
    }
  }

  const loop = startLoop({ name: 'keys', intervalMs: REREAD_MS, log, pass: reread });

  /** A living key's entry; using it is left to whoever accepts the key. */
  async function livingEntry(keyId: string): Promise<Entry | undefined> {
    const cached = entries.get(keyId);
    const entry = cached && now() - cached.readAt < TRUSTED_MS ? cached : await readOnce(keyId);
    return entry && !isExpired(entry.record, now()) ? entry : undefined;
  }

  return {
    async find(key) {
      const keyId = readKeyId(key);
      const entry = keyId === undefined ? undefined : await livingEntry(keyId);
      if (!entry || !matchesHash(key, entry.record.hash)) return undefined;
      entry.usedAt = now();
      return entry.record;
    },
    knows(key) {
      const keyId = readKeyId(key);
      return keyId !== undefined && entries.has(keyId);
    },
    async findById(keyId) {
      const entry = await livingEntry(keyId);
      if (entry) entry.usedAt = now();
      return entry?.record;
    },
    watch(keyId, onDead) {
      const ofKey = watchers.get(keyId) ?? new Set();
      watchers.set(keyId, ofKey.add(onDead));
      return () => {
        ofKey.delete(onDead);
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
