import { EventEmitter } from 'node:events';
import type { Clock } from '@rotamer/kit/clock.ts';
import type { Signals } from '@rotamer/kit/db/signals.ts';
import type { Logger } from '@rotamer/kit/process/log.ts';
import { startLoop } from '@rotamer/kit/process/loop.ts';
import type { KeyRecord } from './accessStore.ts';
import { matchesHash, readKeyId } from './apiKey.ts';
import { createRecentKeys } from './recentKeys.ts';

/** Signal sent after the commit of a change that revokes keys or changes roles. */
export const KEYS_SIGNAL = 'keys';

/** How often the keys in use are refreshed, in addition to every signal. */
const REREAD_MS = 2_000;

export interface KeyRingOptions {
  /** Returns the active keys among these ids, in one statement. */
  read: (keyIds: string[]) => Promise<KeyRecord[]>;
  signals: Pick<Signals, 'on'>;
  clock: Clock;
  log: Logger;
}

/** The keys that are in use, in memory. */
export interface KeyRing {
  /** Returns the record of a valid key; undefined for any other text. */
  find(key: string): Promise<KeyRecord | undefined>;
  /** Returns whether this key was valid when it was last used here. Reads memory only. */
  knows(key: string): boolean;
  /** Returns the record of a valid key that was authenticated before, by its public id. */
  findById(keyId: string): Promise<KeyRecord | undefined>;
  /** Calls back once when the key is revoked or expires. The returned function cancels. */
  watch(keyId: string, onRevoked: () => void): () => void;
  /** Refreshes the keys in use; runs by itself every 2 s. */
  reread(): Promise<void>;
  stop(): Promise<void>;
}

/** Authenticates keys without a statement per request, and evicts revoked ones at a signal, or within 5 s without one. */
export function startKeyRing({ read, signals, clock, log }: KeyRingOptions): KeyRing {
  /** Emits a key's id as an event when the key is revoked or has expired. Any number of listeners may wait for it. */
  const gone = new EventEmitter<Record<string, []>>().setMaxListeners(0);
  const keys = createRecentKeys({ read, clock, onGone: (keyId) => gone.emit(keyId) });
  const reread = () => keys.reread(gone.eventNames() as string[]);
  const loop = startLoop({ name: 'keys', intervalMs: REREAD_MS, log, pass: reread });
  const deafen = signals.on(KEYS_SIGNAL, () => {
    keys.distrust();
    loop.wake();
  });

  return {
    async find(key) {
      const keyId = readKeyId(key);
      const entry = keyId === undefined ? undefined : await keys.active(keyId);
      if (!entry || !matchesHash(key, entry.record.hash)) return undefined;
      entry.usedAt = clock().getTime();
      return entry.record;
    },
    knows(key) {
      const keyId = readKeyId(key);
      return keyId !== undefined && keys.has(keyId);
    },
    async findById(keyId) {
      const entry = await keys.active(keyId);
      if (entry) entry.usedAt = clock().getTime();
      return entry?.record;
    },
    watch(keyId, onRevoked) {
      gone.once(keyId, onRevoked);
      return () => gone.off(keyId, onRevoked);
    },
    reread,
    async stop() {
      deafen();
      await loop.stop();
    },
  };
}
