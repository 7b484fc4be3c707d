import { JobStatus } from '@rotamer/proto/jobs/v1/job.ts';
import { expect, it } from 'vitest';
import { aSubmission, startJobs } from '../testing/startJobs.ts';

it('groups waiting jobs by tool and workspace with their reason, and lists runners with their jobs', async () => {
  const world = await startJobs();
  const [one, other] = [await world.member(100), await world.member(100)];
  const running = (await world.jobs.submit(aSubmission(), one.scope)).job!;
  await world.claimOne();
  const waiting = (await world.jobs.submit(aSubmission(), one.scope)).job!;
  await world.jobs.submit(aSubmission(), one.scope);
  await world.jobs.submit(aSubmission(), other.scope);
  const { waiting: groups, runners, hasMore } = await world.jobs.describeQueue({}, one.scope);
  expect(hasMore).toBe(false);
  expect(
    groups.map(({ tool, workspaceId, jobs, status, reason }) => [tool, workspaceId, jobs, status, reason]),
  ).toEqual([
    [running.tool, waiting.workspaceId, 2, JobStatus.QUEUED, expect.stringContaining('are busy')],
    [running.tool, expect.any(String), 1, JobStatus.QUEUED, expect.stringContaining('are busy')],
  ]);
  expect(groups[0]!.oldestSince).toBeInstanceOf(Date);
  expect(runners).toMatchObject([{ live: true, runningJobs: 1, tools: expect.any(Number) }]);
});
