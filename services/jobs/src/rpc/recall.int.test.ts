import { randomUUID } from 'node:crypto';
import { ResolvedFile } from '@rotamer/proto/files/v1/files.ts';
import { InputSource, type SubmittedInput } from '@rotamer/proto/jobs/v1/input.ts';
import { JobsDefinition } from '@rotamer/proto/jobs/v1/jobs.ts';
import { describe, expect, it } from 'vitest';
import { aSubmission, asking, startJobs } from '../testing/startJobs.ts';

/** Starts jobs with a workspace, and `again`, which submits what `recall` returns. */
async function startRecalling() {
  const world = await startJobs();
  const { scope, workspaceId } = await world.member(100);
  const { jobs } = world;
  const recall = (jobId: string, more = {}, to = scope) => jobs.recall({ jobId, ...more }, to);
  async function again(jobId: string, more = {}) {
    const { submission, name } = await recall(jobId, more);
    const { job } = await jobs.submit(
      { ...aSubmission({ name }), ...submission, submission, submissionId: randomUUID() },
      scope,
    );
    return job!;
  }
  return { ...world, scope, workspaceId, recall, again };
}

const source = (value: object) => InputSource.fromPartial({ source: value as never });

function withSource(value: object, more: Partial<SubmittedInput> = {}) {
  const request = aSubmission();
  return asking(request, { inputs: [{ ...request.inputs[0]!, content: undefined, source: source(value), ...more }] });
}

describe('the request that runs a job again', () => {
  it('has its inputs, settings and name, at the price of today', async () => {
    const { jobs, scope, again, leases, claimOne } = await startRecalling();
    const settingsJson = JSON.stringify({ charge_ph: 5.5 });
    const { job } = await jobs.submit(asking(aSubmission(), { settingsJson }), scope);
    const first = await leases.fetchInputs(await claimOne());
    const second = await again(job!.id);
    expect(second).toMatchObject({ name: job!.name, tool: job!.tool, billing: { reservedMillicredits: 1_000 } });
    expect(second.id).not.toBe(job!.id);
    const { inputs, settingsJson: settings } = await leases.fetchInputs(await claimOne());
    expect([inputs, settings]).toEqual([first.inputs, first.settingsJson]);
    expect(JSON.parse(settings).charge_ph).toBe(5.5);
  });

  it('takes changed settings, and the default of the tool for null', async () => {
    const { jobs, scope, recall } = await startRecalling();
    const settingsJson = JSON.stringify({ charge_ph: 5.5 });
    const { job } = await jobs.submit(asking(aSubmission(), { settingsJson }), scope);
    const settingsOf = async (change: object) =>
      JSON.parse((await recall(job!.id, { settingsJson: JSON.stringify(change) })).submission!.settingsJson);
    expect(await settingsOf({ charge_ph: 6 })).toMatchObject({ charge_ph: 6 });
    expect(await settingsOf({ charge_ph: null })).not.toHaveProperty('charge_ph');
  });

  it('is refused with the newest release when the job searches no dataset', async () => {
    const { jobs, scope, recall } = await startRecalling();
    const { job } = await jobs.submit(aSubmission(), scope);
    await expect(recall(job!.id, { newestRelease: true })).rejects.toMatchObject({
      details: { errors: [{ path: 'dataset_release', message: 'must be left out: the job searches no dataset' }] },
    });
  });

  it('is refused with 409 when a saved file that the job read was deleted', async () => {
    const { jobs, scope, recall, again, saved } = await startRecalling();
    const file = { fileId: 'file_1', key: 'files/ws_1/file_1/content', sha256: 'ab', size: 100, textual: true };
    saved.push(ResolvedFile.fromPartial({ ...file, format: 'FASTA', units: { records: 1 } }));
    const { job } = await jobs.submit(withSource({ $case: 'file', value: { fileId: 'file_1' } }), scope);
    expect((await recall(job!.id)).submission!.inputs[0]).toMatchObject({ content: undefined, stored: undefined });
    await again(job!.id);
    saved.length = 0;
    await expect(recall(job!.id)).rejects.toMatchObject({
      ...{ code: 'conflict', details: { reason: 'input_deleted', file_id: 'file_1' } },
    });
  });

  it('is refused with 409 for an input that only a workflow run can send', async () => {
    const { server, scope, workspaceId, recall } = await startRecalling();
    const value = { key: `artifacts/${workspaceId}/job_1/1/a.fasta`, sha256: 'ab', size: 20, records: 2 };
    const workflows = server.ask(JobsDefinition, 'workflows');
    const { job } = await workflows.submit(withSource({ $case: 'artifact', value }), scope);
    await expect(recall(job!.id)).rejects.toMatchObject({ code: 'conflict', details: { reason: 'inputs_of_run' } });
  });

  it('is not found for a job of another workspace', async () => {
    const { jobs, scope, recall, member } = await startRecalling();
    const { job } = await jobs.submit(aSubmission(), scope);
    const stranger = await member(10);
    await expect(recall(job!.id, {}, stranger.scope)).rejects.toMatchObject({ code: 'not_found' });
  });
});
