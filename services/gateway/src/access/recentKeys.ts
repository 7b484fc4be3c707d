import { type Batcher, createBatcher } from '@rotamer/kit/batching/batcher.ts';
import type { Clock } from '@rotamer/kit/clock.ts';
import { dependencyUnavailable } from '@rotamer/kit/errors/fault.ts';
import { LRUCache } from 'lru-cache';
import type { KeyRecord } from './accessStore.ts';

/** Entries older than this are read again, so a revoked key stops working everywhere within this time. */
const TRUSTED_MS = 5_000;

/** A key that was not used for this long is not refreshed until its next use. */
const IN_USE_MS = 60_000;

const MAX_KEYS = 20_000;

/** Most keys read in one statement. */
const BATCH = 500;

export interface RecentKeysOptions {
  /** Returns the active keys among these ids, in one statement. */
  read: (keyIds: string[]) => Promise<KeyRecord[]>;
  clock: Clock;
  /** Called when a key is found to be revoked or expired. */
  onGone: (keyId: string) => void;
}

/** A key as it was read. */
export interface RecentKey {
  record: KeyRecord;
  readAt: number;
  usedAt: number;
}

/** Keys in memory. Each is trusted for at most 5 s after it was read. */
export interface RecentKeys {
  /**
   * Returns an active key. The caller that accepts the key marks it as used.
   *
   * @throws service_unavailable when it cannot be read
   */
  active(keyId: string): Promise<RecentKey | undefined>;
  has(keyId: string): boolean;
  /** Distrusts everything read until now, because a key has ended or has another role. */
  distrust(): void;
  /** Refreshes the keys in use and the watched keys. */
  reread(watched: string[]): Promise<void>;
}

export function createRecentKeys({ read, clock, onGone }: RecentKeysOptions): RecentKeys {
  const entries = new LRUCache<string, RecentKey>({ max: MAX_KEYS });
  const reading = new Map<string, Promise<RecentKey | undefined>>();
  const readTogether = batchReads(read);
  const now = () => clock().getTime();
  /** Entries read at this time or before are not trusted. */
  let distrusted = 0;

  async function readOne(keyId: string): Promise<RecentKey | undefined> {
    // The age counts from before the statement, because the statement may miss a revocation that happens meanwhile.
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

  /** Reads a key once for all requests that arrive together with it. */
  function readOnce(keyId: string): Promise<RecentKey | undefined> {
    const underWay = reading.get(keyId);
    if (underWay) return underWay;
    const fresh = readOne(keyId).finally(() => reading.delete(keyId));
    reading.set(keyId, fresh);
    return fresh;
  }

  function evict(keyId: string): void {
    entries.delete(keyId);
    onGone(keyId);
  }

  return {
    async active(keyId) {
      const cached = entries.get(keyId);
      const isTrusted = cached && now() - cached.readAt < TRUSTED_MS && cached.readAt > distrusted;
      let entry = isTrusted ? cached : await readOnce(keyId);
      // The key may have been revoked during the read.
      if (entry && entry.readAt <= distrusted) entry = await readOnce(keyId);
      return entry && !isExpired(entry.record, now()) ? entry : undefined;
    },
    has: (keyId) => entries.has(keyId),
    distrust() {
      distrusted = now();
    },
    async reread(watched) {
      const readAt = now();
      const used = [...entries].filter(([, { usedAt }]) => readAt - usedAt <= IN_USE_MS).map(([keyId]) => keyId);
      const inUse = [...new Set([...used, ...watched])];
      if (inUse.length === 0) return;
      const found = byKeyId(await read(inUse));
      for (const keyId of inUse) {
        const record = found.get(keyId);
        if (!record || isExpired(record, readAt)) evict(keyId);
        else if (entries.has(keyId)) entries.set(keyId, { ...entries.peek(keyId)!, record, readAt });
      }
    },
  };
}

/** Reads with one statement at a time, so that guessing keys from many addresses adds no load to the database. */
function batchReads(read: RecentKeysOptions['read']): Batcher<string, KeyRecord | undefined> {
  return createBatcher<string, KeyRecord | undefined>({
    maxInFlight: 1,
    maxItems: BATCH,
    run: async (keyIds) => {
      const found = byKeyId(await read(keyIds));
      return keyIds.map((keyId) => found.get(keyId));
    },
  });
}

function byKeyId(records: KeyRecord[]): Map<string, KeyRecord> {
  return new Map(records.map((record) => [record.keyId, record]));
}

function isExpired(record: KeyRecord, now: number): boolean {
  return record.expiresAt !== undefined && record.expiresAt.getTime() <= now;
}
