import type { Bus } from '@rotamer/kit/bus/bus.ts';
import type { Signals } from '@rotamer/kit/db/signals.ts';
import type { Lifetime } from '@rotamer/kit/service/run.ts';
import {
  AT_ONCE,
  BUDGET_EVENTS,
  GROUP,
  handleBudgetWarnings,
  handleDisabledWebhooks,
  handleJobEnds,
  handleRunEvents,
  JOB_ENDS,
  RUN_EVENTS,
  WEBHOOK_EVENTS,
} from './noticeEvents.ts';
import { type SendNoticesDeps, startNotices } from './sendNotices.ts';

/** Starts handling the events that people are notified of, and the loop that makes mails of them. */
export async function startNoticeMails(
  { log, onStop }: Lifetime,
  url: string,
  deps: SendNoticesDeps & { bus: Bus; signals: Signals },
): Promise<void> {
  const { bus } = deps;
  const ofJobs = { atOnce: AT_ONCE, types: new Set(JOB_ENDS.keys()) };
  onStop('job events', (await bus.consume('jobs.events.v1', GROUP, handleJobEnds(deps), ofJobs)).stop);
  const ofRuns = { atOnce: AT_ONCE, types: RUN_EVENTS };
  onStop('run events', (await bus.consume('workflows.events.v1', GROUP, handleRunEvents(deps), ofRuns)).stop);
  const ofBudgets = { types: BUDGET_EVENTS };
  onStop('budget events', (await bus.consume('billing.events.v1', GROUP, handleBudgetWarnings(deps), ofBudgets)).stop);
  const ofWebhooks = { types: WEBHOOK_EVENTS };
  const disabled = await bus.consume('notifications.events.v1', GROUP, handleDisabledWebhooks(deps), ofWebhooks);
  onStop('webhook events', disabled.stop);
  onStop('notices', startNotices({ ...deps, url, log }).stop);
}
