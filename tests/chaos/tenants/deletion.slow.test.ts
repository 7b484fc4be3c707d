// @module-tag tenants

import { setTimeout as sleep } from 'node:timers/promises';
import { long } from '@rotamer/kit/testing/long.ts';
import { deletedProject, newProject } from '@rotamer/test-support/projects.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { openWorld, type World } from '../world.ts';
import { type Seen, startHonest, summary, watch } from './honest.ts';

/** Jobs in the project that is deleted while other tenants submit. */
const JOBS = long ? 10_000 : 1_000;

const CALM_MS = 20_000;

/**
 * Response times below these limits pass, also when they are many times the calm ones. Only the long form measures them, because
 * other steps run beside the short one.
 */
const UNNOTICED_MS = { p50: 75, p99: 500 };

/**
 * Largest allowed ratio of response times during the deletion to calm ones. With a few dozen submissions, the 99th
 * percentile is the slowest one, which varies on a busy machine.
 */
const SLOWER = { p50: 2, p99: 4 };

let world: World;

beforeAll(async () => {
  const limits = { 'requests-per-minute': 100_000, 'concurrent-jobs': 10_000, 'jobs-per-day': 100_000 };
  world = await openWorld({ workspaces: 3, limits });
});
afterAll(() => world?.end());

it(`deleting a project of ${JOBS} jobs with its contents fails no request of other tenants${long ? ', and does not slow them down' : ''}`, {
  timeout: 600_000,
}, async () => {
  const [owner, ...honest] = world.workspaces;
  const tenants = honest.map(startHonest);
  onTestFinished(() => void tenants.map((tenant) => tenant.end()));
  const project = await newProject(owner!.client);
  await insertJobs(owner!.id, project.id);
  if (long) await watch(tenants, () => sleep(2_000)); // warms up
  const calm = long ? submits(await watch(tenants, () => sleep(CALM_MS))) : undefined;
  let deletedMs = 0;
  const beside = submits(
    await watch(tenants, async () => {
      const started = performance.now();
      await deletedProject(owner!.client, project, { mode: 'delete_contents' }, 300_000);
      deletedMs = Math.round(performance.now() - started);
    }),
  );
  expect(beside.failed).toEqual([]);
  expect(beside.answers).toBeGreaterThan(long ? 10 : 0);
  if (!calm) return;
  console.log(`deleted in ${deletedMs} ms; submits: calm`, calm, 'beside the deletion', beside);
  expect(calm.failed).toEqual([]);
  expect(calm.answers).toBeGreaterThan(10);
  for (const at of ['p50', 'p99'] as const) {
    expect(beside[at], at).toBeLessThan(Math.max(SLOWER[at] * calm[at], UNNOTICED_MS[at]));
  }
});

function submits(seen: Seen[]) {
  const own = seen.filter(({ what }) => what === 'submit');
  const times = own.map(({ ms }) => ms).sort((a, b) => a - b);
  return { ...summary(own), p50: times[Math.floor(times.length / 2)] ?? 0 };
}

/** Inserts jobs that ended and were free, without the other rows that submissions and runners write. */
async function insertJobs(workspaceId: string, projectId: string): Promise<void> {
  const db = new pg.Client({ connectionString: world.url('rotamer_jobs') });
  await db.connect();
  await db.query(
    `insert into jobs (id, workspace_id, project_id, status, version, tool, tool_version, tool_digest, major, created_by,
       wall_limit_ms, status_since, completed_at, finalized_at)
     select 'job_0' || lpad(n::text, 25, '0'), $1, $2, 'COMPLETED', 1, 't', '1', 'd', 1, 'usr_1', 1, now(), now(), now()
     from generate_series(1, $3::int) n`,
    [workspaceId, projectId, JOBS],
  );
  await db.query('insert into projects (workspace_id, id, members) values ($1, $2, $3)', [
    workspaceId,
    projectId,
    JOBS,
  ]);
  await db.query('analyze jobs');
  await db.end();
}
