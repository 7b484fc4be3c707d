import { randomUUID } from 'node:crypto';
import type { Clock } from '@rotamer/kit/clock.ts';
import type { Db } from '@rotamer/kit/db/db.ts';
import { newId } from '@rotamer/kit/ids.ts';
import type { Logger } from '@rotamer/kit/process/log.ts';
import { startLoop } from '@rotamer/kit/process/loop.ts';
import {
  type AuditQuery,
  appendEntries,
  dropIntent,
  dueChains,
  dueIntents,
  hasMoreThan,
  insertIntent,
  type ListedEntry,
  listEntries,
  postponeIntents,
  storeOutcome,
} from './auditStore.ts';
import { createChainQueues } from './chainQueues.ts';
import { type AuditIntent, type AuditOutcome, entryOf } from './entry.ts';

/** Longer than any audited request takes. Afterwards its outcome counts as unknown. */
const REQUEST_MS = 120_000;

/** How often intents are looked for whose entry is due. */
const PASS_MS = 10_000;

/** How long a chain waits after a failure, while others are served. */
const POSTPONE_MS = 30_000;

/** Most intents that one pass appends to one chain, and most chains of one pass. */
const MAX_DUE = 100;

/** An intent that is stored. */
export interface BegunAction {
  id: string;
  intent: AuditIntent;
}

/** The audit log, as requests and operator commands write and read it. */
export interface AuditLog {
  /**
   * Stores an intent before the action. `withinMs`: after this time without `end` the entry is appended as `unknown`.
   * Repeating it with the same `id` stores nothing more.
   *
   * @throws when it cannot be stored; the action must then not be done.
   */
  begin(intent: AuditIntent, withinMs?: number, id?: string): Promise<BegunAction>;
  /** Appends the entry of an action. When that fails now, the outcome is kept and appended later. Never throws. */
  end(begun: BegunAction, ended: AuditOutcome): Promise<void>;
  /** Removes the intent of an action that turned out not to be audited. Never throws. */
  drop(begun: BegunAction): Promise<void>;
  /** Lists entries, newest first, with one more than the limit if there is one. */
  list(query: AuditQuery): Promise<ListedEntry[]>;
  /** Returns whether more entries than a number match. */
  hasMoreThan(query: AuditQuery, count: number): Promise<boolean>;
}

export interface AuditLogOptions {
  db: Db;
  clock: Clock;
  log: Logger;
}

/** Starts the audit log of a process, with the loop that appends what other processes left behind. */
export function startAuditLog({
  db,
  clock,
  log,
}: AuditLogOptions): AuditLog & { stop(): Promise<void>; pass(): Promise<boolean> } {
  const later = (ms: number) => new Date(clock().getTime() + ms);
  const toEntry = (intent: AuditIntent, ended: AuditOutcome) => {
    const at = clock();
    return entryOf(intent, ended, newId('aud', at), at);
  };

  const queues = createChainQueues(async (chain: string, ended: { begun: BegunAction; outcome: AuditOutcome }[]) => {
    const entries = ended.map(({ begun, outcome }) => ({ intentId: begun.id, entry: toEntry(begun.intent, outcome) }));
    const { count, hash, appended } = await appendEntries(db, chain, entries);
    // A copy outside the database: it shows when the database was set back or rewritten as a whole.
    if (appended > 0) log.info({ chain, audit_count: count, audit_hash: hash.toString('hex') }, 'audit chain');
  });

  async function serve(chain: string): Promise<boolean> {
    const now = clock();
    const due = await dueIntents(db, chain, now, MAX_DUE);
    const unknown: AuditOutcome = { outcome: 'unknown', code: null };
    try {
      await Promise.all(
        due.map(({ id, intent, ended }) => queues.add(chain, { begun: { id, intent }, outcome: ended ?? unknown })),
      );
    } catch (error) {
      log.warn({ err: error, chain }, 'audit entries wait');
      await postponeIntents(db, chain, now, later(POSTPONE_MS));
      return false;
    }
    return due.length === MAX_DUE;
  }

  async function pass(): Promise<boolean> {
    const chains = await dueChains(db, clock(), MAX_DUE);
    const more = await Promise.all(chains.map(serve));
    return chains.length === MAX_DUE || more.includes(true);
  }

  const loop = startLoop({ name: 'audit', intervalMs: PASS_MS, log, pass });
  return {
    async begin(intent, withinMs = REQUEST_MS, id = randomUUID()) {
      await insertIntent(db, id, intent, later(withinMs));
      return { id, intent };
    },
    async end(begun, outcome) {
      try {
        await queues.add(begun.intent.chain, { begun, outcome });
      } catch (error) {
        log.warn({ err: error, chain: begun.intent.chain }, 'audit entry waits');
        await storeOutcome(db, begun.id, outcome, later(PASS_MS)).catch((lost: unknown) =>
          log.error({ err: lost, chain: begun.intent.chain }, 'audit outcome lost: it becomes unknown'),
        );
      }
    },
    drop: (begun) =>
      dropIntent(db, begun.id).catch((error: unknown) =>
        log.warn({ err: error }, 'audit intent stays, and becomes an entry'),
      ),
    list: (query) => listEntries(db, query),
    hasMoreThan: (query, count) => hasMoreThan(db, query, count),
    pass,
    stop: loop.stop,
  };
}
