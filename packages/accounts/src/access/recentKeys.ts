import { type Batcher, createBatcher } from '@rotamer/kit/batching/batcher.ts';
import type { Clock } from '@rotamer/kit/clock.ts';
import { dependencyUnavailable } from '@rotamer/kit/errors/fault.ts';
import { LRUCache } from 'lru-cache';
import type { CredentialRecord } from './credential.ts';

/** Entries older than this are read again, so a revoked key stops working everywhere within this time. */
const TRUSTED_MS = 5_000;

/** A key that was not used for this long is not refreshed until its next use. */
const IN_USE_MS = 60_000;

const MAX_KEYS = 20_000;

/** Most keys read in one statement. */
const BATCH = 500;

/** The last use of a credential is stored at most once in this time, by each replica. */
const RECORD_USE_MS = 60_000;

export interface RecentKeysOptions {
  /** Returns the active keys and sessions among these public ids. */
  read: (keyIds: string[]) => Promise<CredentialRecord[]>;
  clock: Clock;
  /** Called with the credential that was read; undefined when it is revoked or expired. */
  onRead: (keyId: string, record: CredentialRecord | undefined) => void;
}

/** When and from which address a credential was last accepted. */
export interface Use {
  at: Date;
  address: string;
  /** Whether it was the secret before the last rotation. */
  byPreviousSecret?: boolean;
}

/** A key or session as it was read. */
export interface RecentKey {
  record: CredentialRecord;
  readAt: number;
  usedAt: number;
  /** Set when its secret was accepted, and not when someone only guessed at it. */
  lastUse?: Use;
  /** The last use that was taken to be stored, in milliseconds. */
  recordedAt: number;
}

/** Keys and sessions in memory. Each is trusted for at most 5 s after it was read. */
export interface RecentKeys {
  /**
   * Returns an active key. The caller that accepts the key marks it as used.
   *
   * @throws service_unavailable when it cannot be read
   */
  active(keyId: string): Promise<RecentKey | undefined>;
  has(keyId: string): boolean;
  /** Returns a key that was read and has expired. Reads memory only. */
  expired(keyId: string): CredentialRecord | undefined;
  /** Distrusts everything read until now, because a key has ended or has another role. */
  distrust(): void;
  /** Refreshes the keys in use and the watched keys. */
  reread(watched: string[]): Promise<void>;
  /** Returns the last uses to be stored, by public id. Each credential is returned at most once in 60 s. */
  takeUses(): Map<string, Use>;
}

export function createRecentKeys({ read, clock, onRead }: RecentKeysOptions): RecentKeys {
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
    const { lastUse, recordedAt = 0 } = entries.peek(keyId) ?? {};
    const entry = { record, readAt, usedAt: readAt, lastUse, recordedAt };
    entries.set(keyId, entry);
    onRead(keyId, record);
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
    onRead(keyId, undefined);
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
    expired(keyId) {
      const record = entries.peek(keyId)?.record;
      return record && isExpired(record, now()) ? record : undefined;
    },
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
        if (!record || isExpired(record, readAt)) {
          evict(keyId);
          continue;
        }
        if (entries.has(keyId)) entries.set(keyId, { ...entries.peek(keyId)!, record, readAt });
        onRead(keyId, record);
      }
    },
    takeUses() {
      const due = [...entries].filter(([, { lastUse, recordedAt }]) => {
        return lastUse && lastUse.at.getTime() - recordedAt >= RECORD_USE_MS;
      });
      for (const [, entry] of due) entry.recordedAt = entry.lastUse!.at.getTime();
      return new Map(due.map(([keyId, { lastUse }]) => [keyId, lastUse!]));
    },
  };
}

/** Reads with one statement at a time, so that guessing keys from many addresses adds no load to the database. */
function batchReads(read: RecentKeysOptions['read']): Batcher<string, CredentialRecord | undefined> {
  return createBatcher<string, CredentialRecord | undefined>({
    maxInFlight: 1,
    maxItems: BATCH,
    run: async (keyIds) => {
      const found = byKeyId(await read(keyIds));
      return keyIds.map((keyId) => found.get(keyId));
    },
  });
}

function byKeyId(records: CredentialRecord[]): Map<string, CredentialRecord> {
  return new Map(records.map((record) => [record.keyId, record]));
}

function isExpired(record: CredentialRecord, now: number): boolean {
  return record.expiresAt !== undefined && record.expiresAt.getTime() <= now;
}
