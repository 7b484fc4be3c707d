import { randomUUID } from 'node:crypto';
import { newId } from '@rotamer/kit/ids.ts';
import type pg from 'pg';
import { withClient } from '../withClient.ts';
import type { World } from '../world.ts';

/** Rows of one statement: some 10 s of work, so that progress can be shown. */
const BATCH = 500_000;

/**
 * Settings for fast loading. Foreign keys are not checked, which would take most of the time; the rows of one batch are
 * consistent.
 */
const SETTINGS = `set session_replication_role = replica; set synchronous_commit = off; set work_mem = '128MB';
  set maintenance_work_mem = '512MB'`;

/** Rows of a finished job in the database of jobs. Values: the first part of ids, workspaces, a salt, from, to. */
const jobRows = [
  `insert into jobs (id, workspace_id, status, version, tool, tool_version, tool_digest, major, name, created_by,
     wall_limit_ms, attempt, status_since, claimed_at, started_at, completed_at, runtime_ms, mode, hold_id,
     reserved_millicredits, first_reserved_millicredits, charge_millicredits, final_millicredits, outcome, finalized_at)
   select $1::text || lpad(to_hex(n), 16, '0'), ($2::text[])[1 + n % cardinality($2::text[])], 'COMPLETED', 5,
     'protein-properties', '1.0.0', repeat('0', 64), 1, 'bench', 'usr_bench', 86400000, 1, now(), now(), now(), now(), 1200, 'fixed',
     md5($3::text || n)::uuid, 1000, 1000, 1000, 1000, 'charged', now()
   from generate_series($4::bigint, $5) n`,
  `insert into job_inputs (job_id, body)
   select $1::text || lpad(to_hex(n), 16, '0'), convert_to(repeat('x', 300), 'UTF8') from generate_series($4::bigint, $5) n
   where $2::text[] is not null and $3::text is not null`,
  `insert into submissions (id, workspace_id, fingerprint, fingerprint_version, job_id)
   select md5('submission' || $3::text || n)::uuid, ($2::text[])[1 + n % cardinality($2::text[])], repeat('0', 64), 1,
     $1::text || lpad(to_hex(n), 16, '0')
   from generate_series($4::bigint, $5) n order by 1`,
  `insert into hold_owners (hold_id, job_id)
   select md5($3::text || n)::uuid, $1::text || lpad(to_hex(n), 16, '0') from generate_series($4::bigint, $5) n
   where $2::text[] is not null order by 1`,
];

/** Rows of a finished job in the database of billing. Values: workspaces, the same salt, from, to. */
const billingRows = [
  `insert into holds (id, workspace_id, millicredits, state, charged_millicredits, claimed_at, resolved_at)
   select md5($2::text || n)::uuid, ($1::text[])[1 + n % cardinality($1::text[])], 1000, 'posted', 1000, now(), now()
   from generate_series($3::bigint, $4) n order by 1`,
  `insert into transfers (workspace_id, kind, hold_id, millicredits)
   select ($1::text[])[1 + n % cardinality($1::text[])], kind, md5($2::text || n)::uuid, 1000
   from generate_series($3::bigint, $4) n, unnest(array['hold', 'post']) kind`,
];

/**
 * Stores this many finished and settled jobs, spread over these workspaces, in the real tables with indexes and
 * statistics.
 */
export async function storeJobs(world: World, workspaceIds: string[], count: number): Promise<void> {
  const prefix = newId('job', new Date()).slice(0, 'job_'.length + 10);
  const run = randomUUID();
  await load(world, 'rotamer_jobs', jobRows, [prefix, workspaceIds, run], count);
  await load(world, 'rotamer_billing', billingRows, [workspaceIds, run], count);
}

/** Stores workspaces without members, which only add rows. */
export async function storeWorkspaces(world: World, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId('ws', new Date()));
  await withClient(world.databaseUrl('rotamer_billing'), async (client) => {
    await client.query(
      `insert into workspaces (id, name, plan) select unnest($1::text[]), 'bench', 'COMMERCIAL_TEAM'`,
      [ids],
    );
    await client.query('insert into accounts (workspace_id) select unnest($1::text[])', [ids]);
  });
  await withClient(world.databaseUrl('rotamer_jobs'), (client) =>
    client.query('insert into workspaces (id, day, used_today) select unnest($1::text[]), current_date, 1', [ids]),
  );
  return ids;
}

async function load(
  world: World,
  database: string,
  statements: string[],
  values: unknown[],
  count: number,
): Promise<void> {
  await withClient(world.databaseUrl(database), async (client) => {
    await client.query(SETTINGS);
    const indexes = await dropIndexes(client, statements.map(tableOf));
    for (let first = 1; first <= count; first += BATCH) {
      const last = Math.min(count, first + BATCH - 1);
      for (const statement of statements) await client.query(statement, [...values, first, last]);
      console.log(`  ${database}: ${last.toLocaleString('en')} jobs stored`);
    }
    for (const index of indexes) await client.query(index);
    await client.query('reset all');
    await client.query('vacuum analyze');
    await client.query('checkpoint');
  });
}

const tableOf = (statement: string) => /insert into (\w+)/.exec(statement)![1]!;

/**
 * Drops the indexes of some tables, except those of constraints. Returns the statements that create them again after
 * loading, which is faster than maintaining them.
 */
async function dropIndexes(client: pg.Client, tables: string[]): Promise<string[]> {
  const { rows } = await client.query(
    `select indexname, indexdef from pg_indexes where schemaname = 'public' and tablename = any($1)
     and not exists (select from pg_constraint where conname = indexname)`,
    [tables],
  );
  for (const { indexname } of rows) await client.query(`drop index ${indexname}`);
  return rows.map(({ indexdef }) => indexdef);
}
