import { expect, it } from 'vitest';
import type { Job } from './job.ts';
import { JOB_COLUMNS, SHOWN_COLUMNS, toJob, toRow, toShownJob } from './jobRow.ts';

const at = new Date('2026-01-01T00:00:00Z');

/** A job with a value in every field. */
const full: Required<Job> = {
  id: 'job_1',
  workspaceId: 'ws_1',
  projectId: 'proj_1',
  projectSeq: 3,
  status: 'COMPLETED',
  version: 5,
  tool: 'protein-properties',
  toolVersion: '1.0.0',
  dataset: 'swissprot@2026_04',
  datasetSha256: 'ab'.repeat(32),
  name: 'lysozyme',
  createdBy: 'usr_1',
  keyId: '4fGh7sKq',
  parentRef: '1/node/1',
  runId: 'run_1',
  rerunOf: 'job_0',
  labels: { plate: '7' },
  startedAt: at,
  completedAt: at,
  progress: 100,
  runtimeMs: 1_200,
  error: 'none',
  manifest: { key: 'k', sha256: 'f', size: 3 },
  billing: {
    mode: 'metered_runtime',
    holdId: 'h',
    reservedMillicredits: 3_000,
    firstReservedMillicredits: 2_000,
    capMillicredits: 9_000,
    rateMillicreditsPerMinute: 3_000,
    chargeMillicredits: 60,
    finalMillicredits: 60,
    billableRuntimeMs: 1_200,
    outcome: 'charged',
    finalizedAt: at,
  },
  wallLimitMs: 60_000,
  attempt: 1,
  failures: 0,
  nextAttemptAt: at,
  statusSince: at,
  runnerId: 'r1',
  claimedAt: at,
  endedAttempts: [{ number: 1, endedAt: at.toISOString(), outcome: 'LOST' }],
  cancelAt: at,
  stoppingAt: new Date('2026-01-01T00:00:05Z'),
  traceparent: '00',
};

/** Returns the row that a `select` of these columns returns. */
function stored(job: Job, columns: string) {
  const row = toRow(job);
  return Object.fromEntries(columns.split(', ').map((name) => [name, row[name] ?? null]));
}

it('reads the job that a row was made from', () => {
  expect(toJob(stored(full, JOB_COLUMNS))).toEqual(full);
});

it('reads a job without hold and result, which is settled as soon as it ends', () => {
  const free = { ...full, manifest: undefined, billing: undefined };
  expect(toJob(stored(free, JOB_COLUMNS))).toEqual(free);
  expect(toRow(free)).toMatchObject({ finalized_at: at });
});

it('omits fields that only decisions need from a shown job', () => {
  const job = toShownJob(stored(full, SHOWN_COLUMNS));
  expect(full).toMatchObject(job);
  expect(job).not.toHaveProperty('runnerId');
  expect(job.billing).not.toHaveProperty('holdId');
});
