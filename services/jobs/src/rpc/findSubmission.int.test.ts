import { randomUUID } from 'node:crypto';
import { newId } from '@rotamer/kit/ids.ts';
import { expect, it } from 'vitest';
import { aSubmission, startJobs } from '../testing/startJobs.ts';

it('finds the job of an earlier submission by its id and body, and creates none', async () => {
  const { jobs, member, db } = await startJobs();
  const { scope } = await member(10);
  const { scope: stranger } = await member(10);
  const request = aSubmission({ projectId: newId('proj', new Date()) });
  await expect(jobs.findSubmission(request, scope)).rejects.toMatchObject({ code: 'not_found' });

  const { job } = await jobs.submit(request, scope);
  expect(await jobs.findSubmission(request, scope)).toMatchObject({ job: { id: job!.id }, replayed: true });
  const reused = { code: 'conflict', details: { reason: 'idempotency_key_reused' } };
  await expect(jobs.findSubmission({ ...request, name: 'other' }, scope)).rejects.toMatchObject(reused);
  await expect(jobs.findSubmission(request, stranger)).rejects.toMatchObject(reused);
  await expect(jobs.findSubmission({ ...request, submissionId: randomUUID() }, scope)).rejects.toMatchObject({
    code: 'not_found',
  });
  expect((await db.query('select from jobs')).rowCount).toBe(1);
});
