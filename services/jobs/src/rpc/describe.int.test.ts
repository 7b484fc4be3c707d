import { JobStatus } from '@rotamer/proto/jobs/v1/job.ts';
import { JobsDefinition, SubmissionKind } from '@rotamer/proto/jobs/v1/jobs.ts';
import { AttemptOutcome } from '@rotamer/proto/jobs/v1/leases.ts';
import { describe, expect, it } from 'vitest';
import { aMeteredSubmission, aSubmission, asking, startJobs } from '../testing/startJobs.ts';

describe('Describe', () => {
  it('returns settings as given and complete, inputs without contents, submitter, price and queue', async () => {
    const { jobs, member } = await startJobs();
    const { scope } = await member(100);
    await jobs.submit(aMeteredSubmission(), scope);
    const { job } = await jobs.submit(aMeteredSubmission({ maxReservedMillicredits: 9_000 }), scope);
    const details = await jobs.describe({ jobId: job!.id }, scope);
    expect(details).toMatchObject({
      job: { id: job!.id, createdBy: 'usr_test', keyId: 'key_test', labels: {} },
      toolName: '3D conformers',
      givenSettingsJson: '{}',
      attempts: [],
      queue: { jobsAhead: 1, ownJobsAhead: 1, waitingReason: expect.stringContaining('go first: 1') },
      heldMillicredits: job!.billing!.reservedMillicredits,
      capMillicredits: 9_000,
    });
    expect(Object.keys(JSON.parse(details.settingsJson)).length).toBeGreaterThan(0);
    expect(details.inputs).toMatchObject([{ id: 'in1', slotId: 'molecules', size: 29, sha256: expect.any(String) }]);
    expect(JSON.stringify(details)).not.toContain('CC(=O)');
    const { bytes, input } = await jobs.locateInput({ jobId: job!.id, number: 1 }, scope);
    expect([input?.sha256, bytes]).toEqual([
      details.inputs[0]!.sha256,
      { $case: 'text', value: aMeteredSubmission().submission!.inputs![0]!.content },
    ]);
    await expect(jobs.locateInput({ jobId: job!.id, number: 2 }, scope)).rejects.toMatchObject({ code: 'not_found' });
    const other = await member(10);
    await expect(jobs.locateInput({ jobId: job!.id, number: 1 }, other.scope)).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('returns the saved file of an input with its records, also while files is unavailable', async () => {
    const { jobs, member, saved } = await startJobs();
    const { scope } = await member(10);
    const fileId = 'file_01kjmma2g0e9dtsezyywpss2bm';
    const sha256 = 'ab'.repeat(32);
    const units = { records: 3, residues: 300, longest: 100 };
    saved.push({
      fileId,
      filename: 'p.fasta',
      format: 'FASTA',
      key: 'files/x',
      sha256,
      size: 321,
      textual: true,
      units,
    });
    const [input] = aSubmission().inputs;
    const file = { fileId, fileName: 'p.fasta', fileNames: [], fileMimeType: '' };
    const inputs = [{ ...input!, content: undefined, source: { source: { $case: 'file' as const, value: file } } }];
    const { job } = await jobs.submit(asking(aSubmission(), { inputs }), scope);
    const described = { name: 'p.fasta', fileId, size: 321, sha256 };
    expect((await jobs.describe({ jobId: job!.id }, scope)).inputs).toMatchObject([{ ...described, records: 3 }]);
    const stored = { key: 'files/x', sha256, size: 321 };
    expect(await jobs.locateInput({ jobId: job!.id, number: 1 }, scope)).toMatchObject({
      input: described,
      bytes: { $case: 'stored', value: stored },
    });
    saved.length = 0;
    const [without] = (await jobs.describe({ jobId: job!.id }, scope)).inputs;
    expect(without).toMatchObject(described);
    expect(without!.records).toBeUndefined();
  });

  it('returns every attempt with its outcome and reason', async () => {
    const world = await startJobs();
    const { scope } = await world.member(10);
    const jobId = (await world.jobs.submit(aSubmission(), scope)).job!.id;
    const attempts = async () => (await world.jobs.describe({ jobId }, scope)).attempts;
    await world.claimOne();
    await world.leases.started(world.holding(jobId, 1));
    expect(await attempts()).toMatchObject([{ number: 1, outcome: '', startedAt: expect.any(Date) }]);
    await world.leases.handBack(world.holding(jobId, 1));
    await world.claimOne();
    const lost = { outcome: AttemptOutcome.INFRASTRUCTURE, error: 'The machine stopped.', runtimeMs: 0 };
    await world.leases.complete({ ...world.holding(jobId, 2), ...lost });
    const { queue } = await world.jobs.describe({ jobId }, scope);
    expect(queue).toMatchObject({ waitingReason: expect.stringContaining('The machine stopped.'), jobsAhead: 0 });
    expect(queue!.nextAttemptAt).toBeInstanceOf(Date);
    await world.jobs.retry({ jobId }, scope);
    await world.claimOne();
    const failed = { outcome: AttemptOutcome.FAILED, error: 'Bad input.', runtimeMs: 0 };
    await world.leases.complete({ ...world.holding(jobId, 3), ...failed });
    expect(await attempts()).toMatchObject([
      { number: 1, outcome: 'RELEASED', endedAt: expect.any(Date) },
      { number: 2, outcome: 'LOST', error: 'The machine stopped.' },
      { number: 3, outcome: 'FAILED', error: 'Bad input.' },
    ]);
    expect((await world.jobs.describe({ jobId }, scope)).queue).toBeUndefined();
  });

  it('returns the run of a child, and not_found for the job of another workspace', async () => {
    const { jobs, member, server } = await startJobs();
    const { scope } = await member(10);
    const child = aSubmission({ kind: SubmissionKind.CHILD, parentRef: 'att_1/node/1', runId: 'run_1' });
    const { job } = await server.ask(JobsDefinition, 'workflows').submit(child, scope);
    expect(await jobs.describe({ jobId: job!.id }, scope)).toMatchObject({
      job: { runId: 'run_1', status: JobStatus.QUEUED },
    });
    const other = await member(10);
    await expect(jobs.describe({ jobId: job!.id }, other.scope)).rejects.toMatchObject({ code: 'not_found' });
  });
});
