import { createBatcher } from '@rotamer/kit/batching/batcher.ts';
import { bisect } from '@rotamer/kit/batching/bisect.ts';
import type { BusMessage, Consumer } from '@rotamer/kit/bus/bus.ts';
import type { Clock } from '@rotamer/kit/clock.ts';
import type { Db } from '@rotamer/kit/db/db.ts';
import { transaction } from '@rotamer/kit/db/transaction.ts';
import { recordDeliveries } from '@rotamer/kit/outbox/inbox.ts';
import { BudgetPeriod, BudgetScope } from '@rotamer/proto/billing/v1/billing.ts';
import { BillingEvent, BillingEventType } from '@rotamer/proto/billing/v1/events.ts';
import { JobEvent, JobEventType } from '@rotamer/proto/jobs/v1/job.ts';
import { WebhookDisabledReason, WebhookEvent, WebhookEventType } from '@rotamer/proto/notifications/v1/webhooks.ts';
import { PauseReason, RunEvent, RunEventType } from '@rotamer/proto/workflows/v1/workflow.ts';
import { adminsOf, dropReviews, type NewNotice, readersOfBudget, recordNotices } from './noticeStore.ts';

export const GROUP = 'gateway';

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
interface Effect {
  eventId: string;
  notice?: NewNotice;
  reviewed?: string;
}

interface Needs {
  db: Db;
  clock: Clock;
}

/** Records the ends of jobs that people submitted. The jobs of a run send no mail; the run does. */
export function handleJobEnds(needs: Needs): Consumer {
  const apply = effects(needs.db);
  return async (message) => {
    if (isOld(message, needs.clock)) return;
    const { job } = JobEvent.decode(message.value);
    if (!job || job.parentRef !== undefined) return;
    const { id: subjectId, workspaceId, createdBy: userId, tool: title, name } = job;
    const { eventId, type } = message;
    const outcome = JOB_ENDS.get(type)!;
    await apply({
      eventId,
      notice: { eventId, userId, kind: 'job_ended', workspaceId, subjectId, title, name, outcome },
    });
  };
}

/** Records the ends of runs, and the reviews that runs wait for until something else happens to them. */
export function handleRunEvents(needs: Needs): Consumer {
  const apply = effects(needs.db);
  return async (message) => {
    if (isOld(message, needs.clock)) return;
    const { run } = RunEvent.decode(message.value);
    if (!run) return;
    const { eventId, type } = message;
    const pause = run.attempts.at(-1)?.pause;
    const waits = type === RunEventType.PAUSED && pause?.reason === PauseReason.CURATION && !pause.decided;
    const outcome = waits ? 'waits for your review' : RUN_ENDS.get(type);
    const notice: NewNotice | undefined =
      outcome === undefined
        ? undefined
        : {
            ...{ eventId, userId: run.createdBy, kind: waits ? 'review_waiting' : 'run_ended', outcome },
            ...{ workspaceId: run.workspaceId, subjectId: run.id, title: run.workflowName, name: run.name },
          };
    await apply({ eventId, notice, reviewed: REVIEW_ENDS.has(type) ? run.id : undefined });
  };
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

/** Records that 80 or 100 % of a budget are spent, for everybody who should know. */
export function handleBudgetWarnings({ db, clock }: Needs): Consumer {
  return async (message) => {
    if (isOld(message, clock)) return;
    const { workspaceId, budgetWarning } = BillingEvent.decode(message.value);
    const { budget, percent } = budgetWarning ?? {};
    if (!budget) return;
    const { eventId } = message;
    const { id, scope, subjectId: owner, period } = budget;
    const title = `The budget ${scopeTexts[scope] ?? ''} ${periodTexts[period] ?? ''}`;
    const outcome = percent === 100 ? 'is spent' : `is spent to ${percent} %`;
    const notice = {
      eventId,
      kind: 'budget_near',
      workspaceId,
      subjectId: `${id} (${owner})`,
      title,
      outcome,
    } as const;
    await transaction(db, async (tx) => {
      if ((await recordDeliveries(tx, GROUP, [eventId])).size === 0) return;
      const readers = await readersOfBudget(tx, workspaceId, owner);
      await recordNotices(
        tx,
        readers.map((userId) => ({ ...notice, userId })),
      );
    });
  };
}

/** The events of webhook endpoints. */
export const WEBHOOK_EVENTS: ReadonlySet<string> = new Set([WebhookEventType.ENDPOINT_DISABLED]);

/** Records that Rotamer has disabled a webhook endpoint, for owners and admins of its workspace. */
export function handleDisabledWebhooks({ db, clock }: Needs): Consumer {
  return async (message) => {
    if (isOld(message, clock)) return;
    const { workspaceId, endpoint } = WebhookEvent.decode(message.value);
    if (!endpoint) return;
    const { eventId } = message;
    const isGone = endpoint.disabledReason === WebhookDisabledReason.GONE;
    const outcome = isGone ? 'was disabled: its receiver answered 410' : 'was disabled after a week of failures';
    const title = `The webhook endpoint ${endpoint.url}`;
    const notice = { eventId, kind: 'webhook_disabled', workspaceId, subjectId: endpoint.id, title, outcome } as const;
    await transaction(db, async (tx) => {
      if ((await recordDeliveries(tx, GROUP, [eventId])).size === 0) return;
      const admins = await adminsOf(tx, workspaceId);
      await recordNotices(
        tx,
        admins.map((userId) => ({ ...notice, userId })),
      );
    });
  };
}

function isOld({ occurredAt }: BusMessage, clock: Clock): boolean {
  return clock().getTime() - occurredAt.getTime() > MAX_AGE_MS;
}

/** Applies effects together, each once: an event that is delivered again changes nothing. */
function effects(db: Db): (effect: Effect) => Promise<void> {
  return createBatcher<Effect, void>({
    maxInFlight: 1,
    maxItems: AT_ONCE,
    // An event that cannot be stored must not block the others.
    run: (all) =>
      bisect(all, async (some) => {
        await transaction(db, async (tx) => {
          const fresh = await recordDeliveries(
            tx,
            GROUP,
            some.map(({ eventId }) => eventId),
          );
          const left = some.filter(({ eventId }) => fresh.has(eventId));
          await dropReviews(
            tx,
            left.flatMap(({ reviewed }) => reviewed ?? []),
          );
          await recordNotices(
            tx,
            left.flatMap(({ notice }) => notice ?? []),
          );
        });
        return some.map(() => undefined);
      }),
  });
}
