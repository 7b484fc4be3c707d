import type { Db, Queryable } from '@rotamer/kit/db/db.ts';
import { long } from '@rotamer/kit/testing/long.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { startJobs } from '../testing/startJobs.ts';
import { claimJobs } from './claimJobs.ts';
import type { Offer } from './liveOffers.ts';

interface Row {
  id: string;
  workspaceId: string;
  status: 'QUEUED' | 'PROCESSING' | 'COMPLETED';
  tool: string;
  /** Whether the job waits for the end of a backoff. */
  later?: boolean;
}

const OFFERS: Offer[] = [
  { tool: 'a', major: 1 },
  { tool: 'b', major: 1 },
];

/**
 * Runs `work` with these jobs in the database and returns its result. The transaction is rolled back. The connection
 * has claimed before, so it has a cached plan.
 */
async function withJobs<Answer>(db: Db, rows: Row[], work: (tx: Queryable) => Promise<Answer>): Promise<Answer> {
  const connection = await db.connect();
  try {
    await claimJobs(connection, 'runner', OFFERS, 1);
    await connection.query('begin');
    await insert(connection, rows);
    return await work(connection);
  } finally {
    await connection.query('rollback');
    connection.release();
  }
}

async function insert(tx: Queryable, rows: Row[]): Promise<void> {
  await tx.query(
    `insert into jobs (id, workspace_id, status, version, tool, tool_version, tool_digest, major, name, created_by, wall_limit_ms,
       attempt, status_since, next_attempt_at, lease_expires_at, claimed_at, completed_at, mode, hold_id,
       reserved_millicredits, first_reserved_millicredits)
     select id, "workspaceId", status, 1, tool, '1.0.0', 'digest', 1, 'test', 'test', 1000, 1, now(),
       case when later then now() + interval '1 hour' end,
       case when status = 'PROCESSING' then now() + interval '1 hour' end, case when status = 'PROCESSING' then now() end,
       case when status = 'COMPLETED' then now() end, 'fixed', gen_random_uuid(), 1000, 1000
     from jsonb_to_recordset($1) as (id text, "workspaceId" text, status text, tool text, later boolean)`,
    [JSON.stringify(rows)],
  );
}

async function insertTurns(tx: Queryable, turns: Turns): Promise<void> {
  await tx.query(
    `insert into turns (tool, major, workspace_id, taken_at)
     select split_part(key, ' ', 1), 1, split_part(key, ' ', 2), now() - interval '1 hour' + value * interval '1 s'
     from jsonb_each_text($1) as t (key, text) cross join lateral (select text::int as value) v`,
    [JSON.stringify(turns)],
  );
}

/** Returns `count` jobs for each workspace. */
function queues(workspaces: number, count: number, status: Row['status'] = 'QUEUED'): Row[] {
  return Array.from({ length: workspaces * count }, (_, i) => ({
    id: `${status}-${String(i).padStart(6, '0')}`,
    workspaceId: `ws-${i % workspaces}`,
    status,
    tool: 'a',
  }));
}

/** The time of each workspace's last turn, by tool and workspace; a lower number is an earlier time. */
type Turns = Record<string, number>;

/**
 * Returns the order in which jobs may be claimed. Jobs of a workspace are in the order of their ids, and workspaces
 * take turns. Among equal turns, the workspace whose last turn is longest ago comes first, then the lower id.
 */
function fairOrder(rows: Row[], turns: Turns = {}): string[] {
  const offered = rows.filter(({ tool, status, later }) => status === 'QUEUED' && !later && tool !== 'c');
  const turnOf = ({ id, workspaceId }: Row) =>
    rows.filter((other) => other.workspaceId === workspaceId && other.status === 'PROCESSING').length +
    offered.filter((other) => other.workspaceId === workspaceId && other.id <= id).length;
  const lastTurn = ({ workspaceId }: Row) => {
    const queues = offered.filter((other) => other.workspaceId === workspaceId);
    return Math.max(...queues.map(({ tool }) => turns[`${tool} ${workspaceId}`] ?? -1));
  };
  return offered
    .map((row) => ({ id: row.id, turn: turnOf(row), last: lastTurn(row) }))
    .sort((a, b) => a.turn - b.turn || a.last - b.last || (a.id < b.id ? -1 : 1))
    .map(({ id }) => id);
}

const claimIds = async (tx: Queryable, limit: number) =>
  (await claimJobs(tx, 'runner', OFFERS, limit)).map(({ id }) => id).sort();

/** Returns the workspaces in the order in which one slot serves them. */
async function serveAll(tx: Queryable): Promise<string[]> {
  const order: string[] = [];
  for (;;) {
    const [job] = await claimJobs(tx, 'runner', OFFERS, 1);
    if (!job) return order;
    order.push(job.workspaceId);
    await tx.query(
      `update jobs set status = 'COMPLETED', completed_at = now(), lease_expires_at = null where id = $1`,
      [job.id],
    );
  }
}

describe('a claim', () => {
  it('takes the first jobs of the fair order, at least one, for any queues', async () => {
    const { db } = await startJobs();
    const job = fc.record({
      workspaceId: fc.constantFrom('x', 'y', 'z'),
      status: fc.constantFrom('QUEUED', 'QUEUED', 'PROCESSING', 'COMPLETED') as fc.Arbitrary<Row['status']>,
      tool: fc.constantFrom('a', 'a', 'b', 'c'),
      later: fc.boolean(),
    });
    const jobs = fc.array(job, { maxLength: 30 }).map((rows) =>
      rows.map((row, i) => ({
        ...row,
        later: row.later && row.status === 'QUEUED',
        id: `job-${String(i).padStart(2, '0')}`,
      })),
    );
    const turns = fc.dictionary(
      fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('x', 'y', 'z')).map((key) => key.join(' ')),
      fc.integer({ min: 0, max: 3 }),
    );
    await fc.assert(
      fc.asyncProperty(jobs, turns, fc.integer({ min: 1, max: 8 }), async (rows, turns, limit) => {
        const claimed = await withJobs(db, rows, async (tx) => {
          await insertTurns(tx, turns);
          return claimIds(tx, limit);
        });
        const order = fairOrder(rows, turns);
        expect(claimed).toEqual(order.slice(0, claimed.length).sort());
        expect(claimed.length).toBeGreaterThanOrEqual(Math.min(1, order.length));
        expect(claimed.length).toBeLessThanOrEqual(limit);
      }),
      { numRuns: long ? 1_000 : 40 },
    );
  });

  it('gives each workspace a turn when there is one slot and others have older jobs', async () => {
    const { db } = await startJobs();
    const rows = [...queues(2, 3), { ...queues(1, 1)[0]!, id: 'the newest', workspaceId: 'ws-new' }];
    const served = await withJobs(db, rows, serveAll);
    expect(served).toEqual(['ws-0', 'ws-1', 'ws-new', 'ws-0', 'ws-1', 'ws-0', 'ws-1']);
  });

  it('does not delay a workspace after the clock was set back', async () => {
    const { db } = await startJobs();
    const served = await withJobs(db, queues(2, 3), async (tx) => {
      await insertTurns(tx, { 'a ws-0': 2 * 3600 });
      return serveAll(tx);
    });
    expect(served).toEqual(['ws-0', 'ws-1', 'ws-0', 'ws-1', 'ws-0', 'ws-1']);
  });

  it('takes as many jobs as its limit when every queue is long', async () => {
    const { db } = await startJobs();
    const rows = [...queues(5, 40), ...queues(2, 10, 'PROCESSING')];
    expect(await withJobs(db, rows, (tx) => claimIds(tx, 32))).toEqual(fairOrder(rows).slice(0, 32).sort());
  });

  it('reads as few rows of long queues as of short ones, even with the plan of an empty table', async () => {
    const { db } = await startJobs();
    const reads = (each: number) =>
      withJobs(db, [...queues(50, each), ...queues(50, 20, 'COMPLETED')], async (tx) => {
        const before = await rowsRead(tx);
        expect(await claimIds(tx, 8)).toHaveLength(8);
        return (await rowsRead(tx)) - before;
      });
    expect(await reads(200)).toBeLessThanOrEqual((await reads(4)) + 50);
  });

  it('finds jobs of a queue in which another claim has locked jobs', async () => {
    const { db } = await startJobs();
    const rows = queues(1, 100);
    await insert(db, rows);
    const [one, other] = [await db.connect(), await db.connect()];
    try {
      await one.query('begin');
      await other.query('begin');
      const claimed = [await claimIds(one, 32), await claimIds(other, 32)];
      expect(claimed.flat()).toEqual(rows.slice(0, 64).map(({ id }) => id));
    } finally {
      for (const connection of [one, other]) {
        await connection.query('rollback');
        connection.release();
      }
    }
  });
});

/** Returns the number of job rows that this transaction has read. */
async function rowsRead(tx: Queryable): Promise<number> {
  const { rows } = await tx.query(
    `select seq_tup_read + idx_tup_fetch as read from pg_stat_xact_user_tables where relname = 'jobs'`,
  );
  return Number(rows[0].read);
}
