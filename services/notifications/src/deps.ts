import type { Clock } from '@rotamer/kit/clock.ts';
import type { Db } from '@rotamer/kit/db/db.ts';
import type { Signals } from '@rotamer/kit/db/signals.ts';
import type { AllowList } from '@rotamer/kit/outgoing/allowList.ts';

/** The dependencies of the RPCs and of the handlers of events. */
export interface Deps {
  db: Db;
  clock: Clock;
  signals: Pick<Signals, 'send'>;
  /** How long an event stays in the feed, in days. */
  eventRetentionDays: number;
  /** The secret from which those of webhook endpoints are derived. */
  webhookSecret: string;
  /** Destinations inside the operator's network that webhooks may reach. */
  allow: AllowList;
}
