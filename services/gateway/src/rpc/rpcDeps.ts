import type { DeadLetters } from '@rotamer/kit/bus/deadLetterService.ts';
import type { Clock } from '@rotamer/kit/clock.ts';
import type { Db } from '@rotamer/kit/db/db.ts';
import type { Billing } from '../clients/clients.ts';

/** Dependencies of the gateway's RPCs; each picks what it needs. */
export interface RpcDeps {
  db: Db;
  bus: DeadLetters;
  billing: Billing;
  clock: Clock;
}
