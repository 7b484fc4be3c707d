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

/** A workspace with a workflow, and a runner that does nothing but leave a row for each job. */
export interface FanOuts {
  workspace: Workspace;
  workflowsDb: pg.Client;
  /** Runs from their start until they have completed and every job is paid for. */
  run: Side;
  /** Waits until every job of the stack is paid for. */
  settled(): Promise<void>;
}

export async function openFanOuts(world: World): Promise<FanOuts> {
  const workspace = await world.newWorkspace();
  const workflowId = await world.publish(workspace.id, describedProteins);
  const [jobsDb, workflowsDb] = [await connect(world, 'rotamer_jobs'), await connect(world, 'rotamer_workflows')];
  const filesDb = await connect(world, 'rotamer_files');
  // Or what files has left to do of these jobs would slow the next figure.
  world.onMeasured(() => allRecorded(filesDb));
  const runner = startChild(join(import.meta.dirname, 'noopRunner.ts'));
  world.onMeasured(() => runner.stop());
  await runner.ask<void>({ work: world.dataDir, rows: true } satisfies Order);
  world.onMeasured(() => runner.ask<void>('rest' satisfies Order));
  const settled = () => allSettled(jobsDb, runner);
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

/** Starts a run with a job for each of so many proteins, and answers its id. */
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

/** Waits until every result is in the file library. */
async function allRecorded(db: pg.Client): Promise<void> {
  const open = 'select exists (select from unrecorded_results) as open';
  while ((await db.query(open)).rows[0].open) await sleep(POLL_MS);
}
