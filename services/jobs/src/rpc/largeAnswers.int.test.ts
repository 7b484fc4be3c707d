import { describe, expect, it } from 'vitest';
import { aSubmission, startJobs } from '../testing/startJobs.ts';

const JOBS = 30;

/** Jobs of 200 KB each, which do not fit into one message. */
async function largeJobs() {
  const world = await startJobs();
  const { scope, workspaceId } = await world.member(JOBS);
  const answers = await Promise.all(Array.from({ length: JOBS }, () => world.jobs.submit(aSubmission(), scope)));
  const ids = answers.map(({ job }) => job!.id).toSorted();
  const { rows } = await world.db.query(
    `select conname from pg_constraint where conrelid = 'jobs'::regclass and contype = 'c'`,
  );
  for (const { conname } of rows) await world.db.query(`alter table jobs drop constraint "${conname}"`);
  await world.db.query(`update jobs set error = repeat('x', 200000)`);
  return { ...world, scope, workspaceId, ids };
}

describe('a response that does not fit into a message', () => {
  it('is a shorter page of a list, and the next page continues after it', async () => {
    const { jobs, scope, ids } = await largeJobs();
    const seen: string[] = [];
    for (let beforeId = '', more = true, pages = 1; more; pages++) {
      const page = await jobs.list({ limit: 100, beforeId }, scope);
      seen.push(...page.jobs.map(({ id }) => id));
      beforeId = seen.at(-1)!;
      more = page.hasMore;
      expect(pages).toBeLessThan(3);
    }
    expect(seen).toEqual(ids.toReversed());
  });

  it('names the jobs to request again', async () => {
    const { jobs, ids } = await largeJobs();
    const first = await jobs.getMany({ jobIds: ids });
    expect(first.postponedJobIds.length).toBeGreaterThan(0);
    const second = await jobs.getMany({ jobIds: first.postponedJobIds });
    expect([...first.jobs, ...second.jobs].map(({ id }) => id).toSorted()).toEqual(ids);
  });

  it('postpones some of many gets, counts their polls, and never postpones a refusal', async () => {
    const { jobs, ids, workspaceId } = await largeJobs();
    const gets = [...ids, 'job_unknown'].map((jobId) => ({ jobId, workspaceId, keyId: 'key1', poll: true }));
    const cases = ({ answers }: Awaited<ReturnType<typeof jobs.batchGet>>) =>
      answers.map(({ answer }) => answer?.$case);
    const first = cases(await jobs.batchGet({ gets }));
    expect(new Set(first.slice(0, JOBS))).toEqual(new Set(['job', 'postponed']));
    expect(first.at(-1)).toBe('error');
    expect(new Set(cases(await jobs.batchGet({ gets })))).toEqual(new Set(['error']));
    const again = gets.filter((_, i) => first[i] === 'postponed').map((get) => ({ ...get, poll: false }));
    expect(new Set(cases(await jobs.batchGet({ gets: again })))).toEqual(new Set(['job']));
  });
});
