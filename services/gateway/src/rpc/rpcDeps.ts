import type { Clock } from '@rotamer/kit/clock.ts';
import type { Db } from '@rotamer/kit/db/db.ts';
import type { Signals } from '@rotamer/kit/db/signals.ts';
import { OUTBOX_SIGNAL } from '@rotamer/kit/outbox/outbox.ts';
import type { DeadLetters } from '@rotamer/kit/service/deadLetterService.ts';
import { KEYS_SIGNAL } from '../access/keyRing.ts';
import type { Billing } from '../clients/clients.ts';

/** Dependencies of the gateway's RPCs; each picks what it needs. */
export interface RpcDeps {
  db: Db;
  bus: DeadLetters;
  billing: Billing;
  signals: Pick<Signals, 'send'>;
  clock: Clock;
}

/** Wakes the consumers of a changed membership: the key ring of every gateway, and the relay of its event. */
export function notifyMembers(signals: Pick<Signals, 'send'>): void {
  signals.send(KEYS_SIGNAL);
  signals.send(OUTBOX_SIGNAL);
}
