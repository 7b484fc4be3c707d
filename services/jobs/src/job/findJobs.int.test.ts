import { newId } from '@rotamer/kit/ids.ts';
import { describe, expect, it } from 'vitest';
import { createAcceptJob } from '../submit/acceptJobs.ts';
import { anAcceptance } from '../testing/anAcceptance.ts';
import { startJobs } from '../testing/startJobs.ts';
import { findJobs, type JobSearch, MOST_SCANNED } from './findJobs.ts';
import type { Job } from './job.ts';

const DAY = 24 * 3600 * 1000;
const t0 = Date.parse('2026-03-01T12:00:00.000Z');

const PROJECT = newId('proj', new Date(t0));

/** Jobs of one workspace, a day apart, and one of another workspace. */
async function aWorkspace() {
  const { db } = await startJobs();
  const accept = createAcceptJob(db, () => new Date(t0));
  const add = async (n: number, fields: Partial<Job>, workspaceId = 'ws_1') => {
    const acceptance = anAcceptance(workspaceId, fields.projectId);
    const id = newId('job', new Date(t0 + n * DAY));
    const { job } = await accept({ ...acceptance, job: { ...acceptance.job, ...fields, id } });
    return job.id;
  };
  const ids = [
    await add(0, {
      tool: 'mafft',
      name: 'Lysozyme A',
      createdBy: 'usr_a',
      keyId: 'k1',
      labels: { plate: '7', row: 'a' },
    }),
    await add(1, {
      tool: 'blast-search',
      name: '50% lysozyme',
      createdBy: 'usr_b',
      runId: 'run_1',
      labels: { plate: '7' },
    }),
    await add(2, { tool: 'mafft', name: 'Ubiquitin', createdBy: 'usr_b', projectId: PROJECT }),
    await add(3, { tool: 'mafft', createdBy: 'usr_a', runId: 'run_1', name: 'LYSOZYME' }),
  ];
  await add(4, { tool: 'mafft', name: 'lysozyme', createdBy: 'usr_a', runId: 'run_1' }, 'ws_2');
  const end = (n: number, status: string) =>
    db.query('update jobs set status = $2, completed_at = now() where id = $1', [ids[n], status]);
  await end(0, 'FAILED');
  await end(1, 'COMPLETED');
  await end(2, 'TIMEOUT');
  const find = async (search: Omit<JobSearch, 'workspaceId'>, page: { beforeId?: string; limit?: number } = {}) => {
    const found = await findJobs(db, { workspaceId: 'ws_1', ...search }, { limit: 10, ...page });
    return { ...found, found: found.jobs.map(({ id }) => ids.indexOf(id)) };
  };
  return { db, ids, find };
}

describe('findJobs', () => {
  it('returns the jobs that match each filter, newest first, of its workspace only', async () => {
    const { find } = await aWorkspace();
    const cases: [Omit<JobSearch, 'workspaceId'>, number[]][] = [
      [{}, [3, 2, 1, 0]],
      [{ statuses: ['FAILED', 'TIMEOUT'] }, [2, 0]],
      [{ statuses: ['COMPLETED', 'FAILED'] }, [1, 0]],
      [{ statuses: ['QUEUED', 'PROCESSING'] }, [3]],
      [{ tool: 'mafft' }, [3, 2, 0]],
      [{ namePart: 'lysozyme' }, [3, 1, 0]],
      [{ namePart: '50% LYS' }, [1]],
      [{ namePart: '_' }, []],
      [{ createdBy: 'usr_b' }, [2, 1]],
      [{ keyId: 'k1' }, [0]],
      [{ runId: 'run_1' }, [3, 1]],
      [{ projectId: PROJECT }, [2]],
      [{ unassigned: true, tool: 'mafft' }, [3, 0]],
      [{ createdAfter: new Date(t0 + DAY), createdBefore: new Date(t0 + 3 * DAY) }, [2, 1]],
      [{ labels: { plate: '7' } }, [1, 0]],
      [{ labels: { plate: '7', row: 'a' } }, [0]],
      [{ tool: 'mafft', createdBy: 'usr_a', statuses: ['FAILED'], namePart: 'a' }, [0]],
    ];
    for (const [search, expected] of cases)
      expect((await find(search)).found, JSON.stringify(search)).toEqual(expected);
  });

  it('reads all matching jobs page by page, each once', async () => {
    const { find } = await aWorkspace();
    const seen: number[] = [];
    let beforeId: string | undefined;
    do {
      const page = await find({ tool: 'mafft' }, { beforeId, limit: 1 });
      seen.push(...page.found);
      beforeId = page.nextId;
    } while (beforeId);
    expect(seen).toEqual([3, 2, 0]);
  });

  it('looks at a bounded number of jobs, and goes on after them', async () => {
    const { db, ids, find } = await aWorkspace();
    await db.query(
      `insert into jobs (id, workspace_id, status, version, tool, tool_version, tool_digest, major, created_by, wall_limit_ms, status_since)
       select 'job_7' || lpad(n::text, 25, '0'), 'ws_1', 'QUEUED', 1, 'mafft', '1.0.0', '', 1, 'usr_c', 1, now()
       from generate_series(1, $1) n`,
      [MOST_SCANNED],
    );
    const first = await find({ namePart: 'lysozyme' });
    expect(first).toMatchObject({ found: [], nextId: `job_7${'1'.padStart(25, '0')}` });
    expect(await find({ namePart: 'lysozyme' }, { beforeId: first.nextId })).toMatchObject({
      found: [3, 1, 0],
      nextId: undefined,
    });
    expect(await find({ runId: 'run_1' })).toMatchObject({ found: [3, 1], nextId: undefined });
    expect(ids).toHaveLength(4);
  });
});
