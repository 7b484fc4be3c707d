import { createBatcher } from '@rotamer/kit/batching/batcher.ts';
import { bisect } from '@rotamer/kit/batching/bisect.ts';
import type { BusMessage, Consumer } from '@rotamer/kit/bus/bus.ts';
import type { Clock } from '@rotamer/kit/clock.ts';
import type { Db, Queryable } from '@rotamer/kit/db/db.ts';
import { transaction } from '@rotamer/kit/db/transaction.ts';
import { recordDeliveries } from '@rotamer/kit/outbox/inbox.ts';
import { BudgetPeriod, BudgetScope } from '@rotamer/proto/billing/v1/billing.ts';
import { BillingEvent, BillingEventType } from '@rotamer/proto/billing/v1/events.ts';
import { JobEvent, JobEventType } from '@rotamer/proto/jobs/v1/job.ts';
import { WebhookDisabledReason, WebhookEvent, WebhookEventType } from '@rotamer/proto/notifications/v1/webhooks.ts';
import { PauseReason, RunEvent, RunEventType } from '@rotamer/proto/workflows/v1/workflow.ts';
import { dropReviews, type NewNotice, recordNotices } from './noticeStore.ts';

/** The consumer group of mails. It is not the group of the feed, so that neither waits for the other. */
export const GROUP = 'mails';

/** Events that are handled together. */
export const AT_ONCE = 64;

/** Older events send no mail: a group begins with the first event that the bus still has, and operators replay events. */
const MAX_AGE_MS = 3_600_000;

/** How a job ended by itself. A person who cancelled a job knows. */
export const JOB_ENDS: ReadonlyMap<string, string> = new Map([
  [JobEventType.COMPLETED, 'completed'],
  [JobEventType.FAILED, 'failed'],
  [JobEventType.TIMEOUT, 'timed out'],
  [JobEventType.BUDGET_EXCEEDED, 'stopped early'],
]);

const RUN_ENDS: ReadonlyMap<string, string> = new Map([
  [RunEventType.COMPLETED, 'completed'],
  [RunEventType.COMPLETED_WITH_ERRORS, 'completed with errors'],
  [RunEventType.FAILED, 'failed'],
]);

/** Events after which a run no longer waits for its review. */
const REVIEW_ENDS: ReadonlySet<string> = new Set([
  RunEventType.RESUMED,
  RunEventType.CANCELLED,
  RunEventType.RETRIED,
  RunEventType.DELETED,
  ...RUN_ENDS.keys(),
]);

export const RUN_EVENTS: ReadonlySet<string> = new Set([RunEventType.PAUSED, ...REVIEW_ENDS]);

/** What an event changes. */
export interface Effect {
  notice?: Omit<NewNotice, 'eventId'>;
  /** The run whose review nobody waits for any more. */
  reviewed?: string;
}

/** Returns the notice of the end of a job that a person submitted. The jobs of a run send no mail; the run does. */
export function jobEffect({ type, value }: BusMessage): Effect {
  const { job } = JobEvent.decode(value);
  if (!job || job.parentRef !== undefined) return {};
  const { id: subjectId, workspaceId, createdBy: userId, tool: title, name } = job;
  return { notice: { userId, kind: 'job_ended', workspaceId, subjectId, title, name, outcome: JOB_ENDS.get(type)! } };
}

/** Returns the notice of the end of a run, or of a review that a run waits for until something else happens to it. */
export function runEffect({ type, value }: BusMessage): Effect {
  const { run } = RunEvent.decode(value);
  if (!run) return {};
  const pause = run.attempts.at(-1)?.pause;
  const waits = type === RunEventType.PAUSED && pause?.reason === PauseReason.CURATION && !pause.decided;
  const outcome = waits ? 'waits for your review' : RUN_ENDS.get(type);
  const notice = outcome !== undefined && {
    ...{ userId: run.createdBy, kind: waits ? ('review_waiting' as const) : ('run_ended' as const), outcome },
    ...{ workspaceId: run.workspaceId, subjectId: run.id, title: run.workflowName, name: run.name },
  };
  return { notice: notice || undefined, reviewed: REVIEW_ENDS.has(type) ? run.id : undefined };
}

/** The events of budgets: one for each budget, period and threshold. */
export const BUDGET_EVENTS: ReadonlySet<string> = new Set([BillingEventType.BUDGET_WARNING]);

const scopeTexts: Readonly<Record<string, string>> = {
  [BudgetScope.WORKSPACE]: 'of the workspace',
  [BudgetScope.PROJECT]: 'of a project',
  [BudgetScope.MEMBER]: 'of a member',
  [BudgetScope.KEY]: 'of an API key',
};

const periodTexts: Readonly<Record<string, string>> = {
  [BudgetPeriod.DAY]: 'for today',
  [BudgetPeriod.MONTH]: 'for this month',
  [BudgetPeriod.TOTAL]: 'in all',
};

/** Returns the notice that 80 or 100 % of a budget are spent, for everybody who should know. */
export function budgetEffect({ value }: BusMessage): Effect {
  const { workspaceId, budgetWarning } = BillingEvent.decode(value);
  const { budget, percent } = budgetWarning ?? {};
  if (!budget) return {};
  const { id, scope, subjectId: reader, period } = budget;
  const title = `The budget ${scopeTexts[scope] ?? ''} ${periodTexts[period] ?? ''}`;
  const outcome = percent === 100 ? 'is spent' : `is spent to ${percent} %`;
  return { notice: { reader, kind: 'budget_near', workspaceId, subjectId: `${id} (${reader})`, title, outcome } };
}

/** The events of webhook endpoints. */
export const WEBHOOK_EVENTS: ReadonlySet<string> = new Set([WebhookEventType.ENDPOINT_DISABLED]);

/** Returns the notice that Rotamer has disabled a webhook endpoint, for owners and admins of its workspace. */
export function webhookEffect({ value }: BusMessage): Effect {
  const { workspaceId, endpoint } = WebhookEvent.decode(value);
  if (!endpoint) return {};
  const isGone = endpoint.disabledReason === WebhookDisabledReason.GONE;
  const outcome = isGone ? 'was disabled: its receiver answered 410' : 'was disabled after a week of failures';
  const title = `The webhook endpoint ${endpoint.url}`;
  return { notice: { kind: 'webhook_disabled', workspaceId, subjectId: endpoint.id, title, outcome } };
}

interface Needs {
  db: Db;
  clock: Clock;
}

/** Returns a consumer that stores what events change, each once. Events that arrive together share a transaction. */
export function recordEffects({ db, clock }: Needs, effectOf: (message: BusMessage) => Effect): Consumer {
  const apply = createBatcher<Effect & { eventId: string }, void>({
    maxInFlight: 1,
    maxItems: AT_ONCE,
    // An event that cannot be stored must not block the others.
    run: (all) =>
      bisect(all, async (some) => {
        await transaction(db, (tx) => applyEffects(tx, some));
        return some.map(() => undefined);
      }),
  });
  return async (message) => {
    if (isOld(message, clock)) return;
    const effect = effectOf(message);
    if (effect.notice || effect.reviewed) await apply({ ...effect, eventId: message.eventId });
  };
}

async function applyEffects(tx: Queryable, effects: readonly (Effect & { eventId: string })[]): Promise<void> {
  const fresh = await recordDeliveries(
    tx,
    GROUP,
    effects.map(({ eventId }) => eventId),
  );
  const left = effects.filter(({ eventId }) => fresh.has(eventId));
  await dropReviews(
    tx,
    left.flatMap(({ reviewed }) => reviewed ?? []),
  );
  await recordNotices(
    tx,
    left.flatMap(({ notice, eventId }) => (notice ? { ...notice, eventId } : [])),
  );
}

function isOld({ occurredAt }: BusMessage, clock: Clock): boolean {
  return clock().getTime() - occurredAt.getTime() > MAX_AGE_MS;
}
