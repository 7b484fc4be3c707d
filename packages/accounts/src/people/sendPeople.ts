import type { Db } from '@rotamer/kit/db/db.ts';
import type { Signals } from '@rotamer/kit/db/signals.ts';
import { OUTBOX_SIGNAL } from '@rotamer/kit/outbox/outbox.ts';
import type { Logger } from '@rotamer/kit/process/log.ts';
import type { Loop } from '@rotamer/kit/process/loop.ts';
import { startElectedLoop } from '@rotamer/kit/work/startElectedLoop.ts';
import type { Mails } from '../clients.ts';
import { handOver } from './handOver.ts';
import { readUnsent, recordSent } from './personStore.ts';

const INTERVAL_MS = 10_000;

/** People of one call. */
const BATCH = 100;

interface Needs {
  db: Db;
  mails: Pick<Mails, 'putPeople' | 'takeOver'>;
}

/** Starts the loop that tells notifications who people are; it runs in one process of all replicas at a time. */
export function startSendingPeople({
  url,
  log,
  signals,
  ...needs
}: Needs & { url: string; log: Logger; signals: Signals }): Loop {
  return startElectedLoop({
    // Every change of a membership is published.
    ...{ name: 'send people', url, lock: 'people', signals, wokenBy: OUTBOX_SIGNAL },
    intervalMs: INTERVAL_MS,
    log,
    pass: (signal) => sendPeople(needs, signal),
  });
}

/**
 * Sends people who have changed. Returns true if there may be more. What earlier releases had collected is handed over first,
 * because notifications sends no mail before it has every person.
 */
export async function sendPeople({ db, mails }: Needs, signal?: AbortSignal): Promise<boolean> {
  await handOver({ db, mails }, signal);
  const people = await readUnsent(db, BATCH);
  await mails.putPeople({ people, complete: people.length < BATCH });
  await recordSent(db, people);
  return people.length === BATCH;
}
