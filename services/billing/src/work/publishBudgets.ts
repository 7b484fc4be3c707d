import type { Clock } from '@rotamer/kit/clock.ts';
import type { Db, Queryable } from '@rotamer/kit/db/db.ts';
import type { Signals } from '@rotamer/kit/db/signals.ts';
import { transaction } from '@rotamer/kit/db/transaction.ts';
import { appendOutbox, OUTBOX_SIGNAL, type OutboxMessage, outboxEvent } from '@rotamer/kit/outbox/outbox.ts';
import type { Logger } from '@rotamer/kit/process/log.ts';
import { type Loop, startLoop } from '@rotamer/kit/process/loop.ts';
import { BillingEvent, BillingEventType } from '@rotamer/proto/billing/v1/events.ts';
import { utcDay } from '../day.ts';
import { fundsAvailable } from '../fundsAvailable.ts';
import { toMessage } from '../spending/spendingBudget.ts';

const INTERVAL_MS = 5_000;
const BATCH = 200;

interface PublishDeps {
  db: Db;
  clock: Clock;
  signals: Pick<Signals, 'send'>;
}

/** Starts the loop that publishes warnings of spending budgets, and that their new periods have begun. */
export function startPublishingBudgets(deps: PublishDeps & { log: Logger }): Loop {
  return startLoop({
    name: 'publish budgets',
    intervalMs: INTERVAL_MS,
    log: deps.log,
    pass: () => publishBudgets(deps),
  });
}

/**
 * Publishes what has happened to budgets since the last pass. A mark is set in the transaction of its event, so each event is published
 * once, also when replicas pass at the same time or crash. Returns true if there may be more.
 */
export async function publishBudgets({ db, clock, signals }: PublishDeps): Promise<boolean> {
  const now = clock();
  const [warnings, begun] = await transaction(db, async (tx) => {
    const warnings = await takeWarnings(tx, now);
    const begun = await takeBegun(tx, now);
    await appendOutbox(tx, [...warnings, ...begun.events]);
    return [warnings.length, begun.budgets];
  });
  if (warnings + begun > 0) signals.send(OUTBOX_SIGNAL);
  return warnings === BATCH || begun === BATCH;
}

/** Marks reached thresholds as published. A budget that reaches 100 % before a pass has seen its 80 % is published once. */
async function takeWarnings(tx: Queryable, now: Date): Promise<OutboxMessage[]> {
  const { rows } = await tx.query(
    `with due as (
       select budget_id, starts_on from spending_periods where reached_percent > warned_percent
       limit $1 for update skip locked
     ), warned as (
       update spending_periods p set warned_percent = p.reached_percent from due
       where p.budget_id = due.budget_id and p.starts_on = due.starts_on
       returning p.*
     )
     select b.*, w.posted_millicredits, w.held_millicredits, w.reached_percent, w.starts_on::text as starts_on
     from warned w join spending_budgets b on b.id = w.budget_id order by b.id`,
    [BATCH],
  );
  return rows.map((row) => {
    const envelope = { topic: 'billing.events.v1', key: row.workspace_id, occurredAt: now, traceparent: '' };
    const type = BillingEventType.BUDGET_WARNING;
    const budgetWarning = { percent: row.reached_percent, budget: toMessage(row, row.starts_on) };
    return outboxEvent(BillingEvent, envelope, {
      workspaceId: row.workspace_id,
      type,
      availableMillicredits: 0,
      budgetWarning,
    });
  });
}

/** Marks budgets whose new period has begun. Work of their workspaces that waits for credits may try again. */
async function takeBegun(tx: Queryable, now: Date): Promise<{ budgets: number; events: OutboxMessage[] }> {
  const { rows } = await tx.query(
    `with due as (
       select id from spending_budgets
       where period <> 'total' and begun < period_start(period, $1)
       order by id limit $2 for update skip locked
     ), begun as (
       update spending_budgets b set begun = period_start(b.period, $1) from due where b.id = due.id
       returning b.workspace_id
     )
     select workspace_id, posted_millicredits - held_millicredits as available, b.budgets
     from (select workspace_id, count(*) as budgets from begun group by workspace_id) b join accounts using (workspace_id)
     order by workspace_id`,
    [utcDay(now), BATCH],
  );
  return {
    budgets: rows.reduce((sum, { budgets }) => sum + budgets, 0),
    events: rows.map((row) => fundsAvailable(row.workspace_id, row.available, now, '')),
  };
}
