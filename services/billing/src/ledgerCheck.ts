import type { Db } from '@rotamer/kit/db/db.ts';
import { transaction } from '@rotamer/kit/db/transaction.ts';
import type pg from 'pg';

export interface LedgerComparison {
  accounts: number;
  transfers: number;
  openHolds: number;
  /** One sentence for each account, hold or budget that differs from the journal. */
  differences: string[];
}

/** Longest statement, in milliseconds: it may read the whole journal. */
const LONGEST_MS = 600_000;

/**
 * Computes every account and hold from the journal and every budget from its holds, in one snapshot, and compares them
 * with the tables. Reads everything, so it is slow on a large ledger.
 */
export async function compareWithJournal(db: Db): Promise<LedgerComparison> {
  return transaction(db, async (tx) => {
    await tx.query('set transaction isolation level repeatable read, read only');
    await tx.query(`set local statement_timeout = ${LONGEST_MS}`);
    // Both sides have a time limit: the server for the statement, the connection for the response.
    const ask = (text: string) => tx.query({ text, query_timeout: LONGEST_MS } as pg.QueryConfig);
    const counts = await ask(
      `select (select count(*) * 3 from accounts) as accounts,
         (select count(*) from transfers) as transfers,
         (select count(*) from holds where state = 'open') as open_holds`,
    );
    const accounts = await ask(ACCOUNT_DIFFERENCES);
    const holds = await ask(HOLD_DIFFERENCES);
    const budgets = await ask(BUDGET_DIFFERENCES);
    const spending = await ask(SPENDING_DIFFERENCES);
    return {
      accounts: counts.rows[0].accounts,
      transfers: counts.rows[0].transfers,
      openHolds: counts.rows[0].open_holds,
      differences: [...accounts.rows, ...holds.rows, ...budgets.rows, ...spending.rows].map((row) => row.difference),
    };
  });
}

const ACCOUNT_DIFFERENCES = `
  with journal as (
    select workspace_id,
      coalesce(sum(millicredits) filter (where kind = 'grant'), 0) as granted,
      coalesce(sum(millicredits) filter (where kind = 'post'), 0) as spent,
      coalesce(sum(millicredits) filter (where kind in ('hold', 'extend')), 0)
        - coalesce(sum(millicredits) filter (where kind in ('post', 'refund', 'void')), 0) as held
    from transfers group by workspace_id
  ), figures as (
    select coalesce(a.workspace_id, j.workspace_id) as workspace_id, figure.*
    from accounts a
    full join journal j on j.workspace_id = a.workspace_id
    cross join lateral (values
      ('available, posted', a.posted_millicredits, coalesce(j.granted - j.spent, 0)),
      ('available, held', a.held_millicredits, coalesce(j.held, 0)),
      ('granted', a.granted_millicredits, coalesce(-j.granted, 0)),
      ('spent', a.spent_millicredits, coalesce(j.spent, 0))
    ) as figure (account, stored, rebuilt)
  )
  select format('workspace %s: %s is %s, the journal says %s', workspace_id, account, coalesce(stored::text, 'missing'),
    rebuilt) as difference
  from figures where stored is distinct from rebuilt
  order by workspace_id, account`;

const HOLD_DIFFERENCES = `
  with journal as (
    select hold_id, string_agg(distinct workspace_id, ' and ') as workspace_id,
      coalesce(sum(millicredits) filter (where kind in ('hold', 'extend')), 0) as reserved,
      sum(millicredits) filter (where kind in ('post', 'refund', 'void')) as resolved,
      coalesce(sum(millicredits) filter (where kind = 'post'), 0) as charged,
      case when bool_or(kind = 'post') then 'posted' when bool_or(kind = 'void') then 'voided' else 'open' end as state
    from transfers where hold_id is not null group by hold_id
  ), figures as (
    select coalesce(h.id, j.hold_id) as hold_id, figure.*
    from holds h
    full join journal j on j.hold_id = h.id
    cross join lateral (values
      ('workspace', h.workspace_id, j.workspace_id),
      ('state', h.state, j.state),
      ('reserved', h.millicredits::text, j.reserved::text),
      ('charged', h.charged_millicredits::text, j.charged::text),
      ('released and charged in all', case when j.resolved is not null then j.reserved::text end, j.resolved::text)
    ) as figure (what, stored, rebuilt)
  )
  select format('hold %s: %s is %s, the journal says %s', hold_id, what, coalesce(stored, 'missing'),
    coalesce(rebuilt, 'nothing')) as difference
  from figures where stored is distinct from rebuilt
  order by hold_id, what`;

const BUDGET_DIFFERENCES = `
  with figures as (
    select b.id, figure.*
    from budgets b
    left join (
      select budget_id, sum(charged_millicredits) as posted, sum(millicredits) filter (where state = 'open') as held
      from holds where budget_id is not null group by budget_id
    ) h on h.budget_id = b.id
    cross join lateral (values
      ('posted', b.posted_millicredits, coalesce(h.posted, 0)),
      ('held', b.held_millicredits, coalesce(h.held, 0))
    ) as figure (what, stored, rebuilt)
  )
  select format('budget %s: %s is %s, its holds say %s', id, what, stored, rebuilt) as difference
  from figures where stored is distinct from rebuilt
  order by id, what`;

const SPENDING_DIFFERENCES = `
  with rebuilt as (
    select b.id as budget_id, period_start(b.period, day_of(h)) as starts_on, sum(h.charged_millicredits) as posted,
      coalesce(sum(h.millicredits) filter (where h.state = 'open'), 0) as held
    from spending_budgets b
    join holds h on h.workspace_id = b.workspace_id and period_start(b.period, day_of(h)) >= b.since and b.subject_id =
      case b.scope when 'workspace' then h.workspace_id when 'project' then h.project_id when 'member' then h.user_id else h.key_id end
    group by 1, 2
  ), figures as (
    select budget_id, starts_on, figure.*
    from spending_periods p full join rebuilt r using (budget_id, starts_on)
    cross join lateral (values
      ('posted', coalesce(p.posted_millicredits, 0), coalesce(r.posted, 0)),
      ('held', coalesce(p.held_millicredits, 0), coalesce(r.held, 0))
    ) as figure (what, stored, rebuilt)
  )
  select format('budget %s from %s: %s is %s, its holds say %s', budget_id, starts_on, what, stored, rebuilt) as difference
  from figures where stored is distinct from rebuilt
  order by budget_id, starts_on, what`;
