import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describedProteins } from '@rotamer/test-support/workflows.ts';
import pg from 'pg';
import { allSettled, POLL_MS } from './allSettled.ts';
import { type Child, startChild } from './child.ts';
import { sequence } from './fakeRunner.ts';
import { withCpu } from './loadSide.ts';
import type { Order } from './noopRunner.ts';
import type { Side } from './sides.ts';
import type { Workspace, World } from './world.ts';

/** Jobs of one run. */
export const CHILDREN = 1_000;

/** A workspace with a workflow, and a runner that only leaves a row for each job. */
export interface FanOuts {
  workspace: Workspace;
  workflowsDb: pg.Client;
  /** Measures one run from its start until it has completed and its jobs are settled. */
  run: Side;
  /** Waits until the last `CHILDREN` submitted jobs are settled and their results are in the file library. */
  settled(): Promise<void>;
}

export async function openFanOuts(world: World): Promise<FanOuts> {
  const workspace = await world.newWorkspace();
  const workflowId = await world.publish(workspace.id, describedProteins);
  const [jobsDb, workflowsDb] = [await connect(world, 'rotamer_jobs'), await connect(world, 'rotamer_workflows')];
  const filesDb = await connect(world, 'rotamer_files');
  const runner = startChild(join(import.meta.dirname, 'noopRunner.ts'));
  world.onMeasured(() => runner.stop());
  await runner.ask<void>({ work: world.dataDir, rows: true } satisfies Order);
  world.onMeasured(() => runner.ask<void>('rest' satisfies Order));
  let results = await resultsHeardOf(filesDb);
  const settled = async () => {
    await allSettled(jobsDb, runner);
    // Waits for files too. Its remaining work would be counted in the next side, or slow down the next figure.
    results += CHILDREN;
    await allRecorded(filesDb, results);
  };
  return {
    workspace,
    workflowsDb,
    settled,
    run: () =>
      withCpu(world, async () => {
        const started = performance.now();
        await startRun(world, workspace.keys[0]!, workflowId, [CHILDREN, sequence]);
        await allCompleted(workflowsDb, runner);
        await settled();
        return { operations: CHILDREN, seconds: (performance.now() - started) / 1000 };
      }),
  };
}

async function connect(world: World, database: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: world.databaseUrl(database) });
  await client.connect();
  world.onMeasured(() => client.end());
  return client;
}

/** Starts a run with one job for each of this many proteins. Returns its id. */
export async function startRun(
  { baseUrl }: Pick<World, 'baseUrl'>,
  key: string,
  workflowId: string,
  [count, residues]: [number, string],
): Promise<string> {
  const textContent = Array.from({ length: count }, (_, n) => `>p${n}\n${residues}\n`).join('');
  const answer = await fetch(`${baseUrl}/api/v1/workflows/${workflowId}/runs`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify({ input_data: { proteins: { method: 'text', textContent } } }),
  });
  if (answer.status !== 202) throw new Error(`the run was answered with ${answer.status}: ${await answer.text()}`);
  return ((await answer.json()) as { id: string }).id;
}

async function allCompleted(db: pg.Client, runner: Child): Promise<void> {
  for (;;) {
    const { rows } = await db.query(`select status from attempts where status <> 'COMPLETED'`);
    if (rows.length === 0) return;
    if (!['QUEUED', 'RUNNING'].includes(rows[0].status)) throw new Error(`a run is ${rows[0].status}`);
    if (runner.hasEnded()) throw new Error('the runner exited before the run was done');
    await sleep(POLL_MS);
  }
}

/** Waits until this many results have reached files, and all of them are in the library. */
async function allRecorded(db: pg.Client, results: number): Promise<void> {
  while ((await resultsHeardOf(db)) < results || (await anyUnrecorded(db))) await sleep(POLL_MS);
}

async function resultsHeardOf(db: pg.Client): Promise<number> {
  const { rows } = await db.query(`select count(*)::int as results from inbox where consumer_group = 'files'`);
  return rows[0].results;
}

async function anyUnrecorded(db: pg.Client): Promise<boolean> {
  return (await db.query('select exists (select from unrecorded_results) as open')).rows[0].open;
}
