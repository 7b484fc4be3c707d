import type { Bus } from '@rotamer/kit/bus/bus.ts';
import type { Signals } from '@rotamer/kit/db/signals.ts';
import type { Lifetime } from '@rotamer/kit/service/run.ts';
import {
  AT_ONCE,
  BUDGET_EVENTS,
  budgetEffect,
  GROUP,
  JOB_ENDS,
  jobEffect,
  RUN_EVENTS,
  recordEffects,
  runEffect,
  WEBHOOK_EVENTS,
  webhookEffect,
} from './noticeEvents.ts';
import { type SendNoticesDeps, startNotices } from './sendNotices.ts';

/** The events that people are notified of. */
const sources = [
  { topic: 'jobs.events.v1', types: new Set(JOB_ENDS.keys()), effectOf: jobEffect },
  { topic: 'workflows.events.v1', types: RUN_EVENTS, effectOf: runEffect },
  { topic: 'billing.events.v1', types: BUDGET_EVENTS, effectOf: budgetEffect },
  { topic: 'notifications.events.v1', types: WEBHOOK_EVENTS, effectOf: webhookEffect },
];

/** Starts handling the events that people are notified of, and the loop that makes mails of them. */
export async function startMails(
  { log, onStop }: Lifetime,
  url: string,
  deps: SendNoticesDeps & { bus: Bus; signals: Signals },
): Promise<void> {
  for (const { topic, types, effectOf } of sources) {
    const handling = await deps.bus.consume(topic, GROUP, recordEffects(deps, effectOf), { types, atOnce: AT_ONCE });
    onStop(`mails about ${topic}`, handling.stop);
  }
  onStop('notices', startNotices({ ...deps, url, log }).stop);
}
