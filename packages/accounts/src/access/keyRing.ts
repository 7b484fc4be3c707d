import type { Clock } from '@rotamer/kit/clock.ts';
import type { Signals } from '@rotamer/kit/db/signals.ts';
import type { Logger } from '@rotamer/kit/process/log.ts';
import { startLoop } from '@rotamer/kit/process/loop.ts';
import type { CredentialRecord } from './credential.ts';
import { createRecentKeys, type RecentKey, type Use } from './recentKeys.ts';
import { readPublicId } from './sessionToken.ts';
import { matchesHash } from './tokenText.ts';
import { createWatchers, type Watched } from './watchers.ts';

/** Signal sent after the commit of a change that revokes keys, ends sessions or changes roles. */
export const KEYS_SIGNAL = 'keys';

/** How often the keys in use are refreshed, in addition to every signal. */
const REREAD_MS = 2_000;

export interface KeyRingOptions {
  /** Returns the active keys and sessions among these public ids. */
  read: (keyIds: string[]) => Promise<CredentialRecord[]>;
  /** Stores when credentials were last used, by public id. */
  recordUses: (uses: ReadonlyMap<string, Use>) => Promise<void>;
  signals: Pick<Signals, 'on'>;
  clock: Clock;
  log: Logger;
}

/** The API keys and sessions that are in use, in memory. */
export interface KeyRing {
  /** Returns the record of a valid key or session token; undefined for any other text. `address`: where it came from. */
  find(secret: string, address?: string): Promise<CredentialRecord | undefined>;
  /** Returns whether this key or token was valid when it was last used here. Reads memory only. */
  knows(secret: string): boolean;
  /** Returns whether `find` has just refused this key because it has expired. False for a wrong secret. Reads memory only. */
  hasExpired(secret: string): boolean;
  /** Returns the record of a valid credential that was authenticated before, by its public id. */
  findById(keyId: string, address?: string): Promise<CredentialRecord | undefined>;
  /** Calls back once when the credential may no longer act in its workspace, or its rights or secrets have changed. The returned function cancels. */
  watch(credential: Watched, onGone: () => void): () => void;
  /** Reads every credential again at its next use. For a change made by this process, whose signal is still on its way. */
  distrust(): void;
  /** Refreshes the credentials in use, and stores their last uses; runs by itself every 2 s. */
  reread(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Authenticates keys and sessions without a statement per request. Evicts revoked ones at a signal, or within 5 s without one.
 */
export function startKeyRing({ read, recordUses, signals, clock, log }: KeyRingOptions): KeyRing {
  const watchers = createWatchers(clock);
  const keys = createRecentKeys({ read, clock, onRead: watchers.check });
  const loop = startLoop({ name: 'keys', intervalMs: REREAD_MS, log, pass: reread });
  const deafen = signals.on(KEYS_SIGNAL, () => {
    keys.distrust();
    loop.wake();
  });

  async function reread(): Promise<void> {
    await keys.reread(watchers.keyIds());
    const uses = keys.takeUses();
    if (uses.size > 0) await recordUses(uses);
  }

  function accept(entry: RecentKey, use: Use): void {
    entry.usedAt = use.at.getTime();
    entry.lastUse = use;
  }

  return {
    async find(secret, address = '') {
      const keyId = readPublicId(secret);
      const entry = keyId === undefined ? undefined : await keys.active(keyId);
      if (!entry) return undefined;
      const { record } = entry;
      const at = clock();
      if (matchesHash(secret, record.hash)) {
        accept(entry, { at, address });
        return record;
      }
      const { previous } = record;
      if (!previous || previous.until <= at || !matchesHash(secret, previous.hash)) return undefined;
      accept(entry, { at, address, byPreviousSecret: true });
      return { ...record, secretUntil: previous.until };
    },
    knows(secret) {
      const keyId = readPublicId(secret);
      return keyId !== undefined && keys.has(keyId);
    },
    hasExpired(secret) {
      const keyId = readPublicId(secret);
      const record = keyId === undefined ? undefined : keys.expired(keyId);
      return record !== undefined && matchesHash(secret, record.hash);
    },
    async findById(keyId, address = '') {
      const entry = await keys.active(keyId);
      if (entry) accept(entry, { at: clock(), address });
      return entry?.record;
    },
    distrust: keys.distrust,
    watch: watchers.add,
    reread,
    async stop() {
      deafen();
      await loop.stop();
    },
  };
}
