import { ResolvedFile } from '@rotamer/proto/files/v1/files.ts';
import { InputSource } from '@rotamer/proto/jobs/v1/input.ts';
import { JobStatus } from '@rotamer/proto/jobs/v1/job.ts';
import { JobsDefinition, type SubmitRequest } from '@rotamer/proto/jobs/v1/jobs.ts';
import { describe, expect, it } from 'vitest';
import { aMeteredSubmission, aSubmission, asking, startJobs } from '../testing/startJobs.ts';

const MIB = 1024 * 1024;

/** A file of the library. */
const saved = (fileId: string, more: Partial<ResolvedFile> = {}) =>
  ResolvedFile.fromPartial({
    fileId,
    filename: 'a.fasta',
    format: 'FASTA',
    key: `files/ws_1/${fileId}/content`,
    sha256: 'ab',
    size: 100,
    textual: true,
    units: { records: 2 },
    ...more,
  });

/** Returns the request with saved files instead of inline content. */
function withFiles(request: SubmitRequest, ...fileIds: string[]): SubmitRequest {
  const [input] = request.inputs;
  const inputs = fileIds.map((fileId, i) => ({
    ...input!,
    id: `in${i}`,
    source: InputSource.fromPartial({ source: { $case: 'file', value: { fileId } } }),
    content: undefined,
  }));
  return asking(request, { inputs });
}

const descriptors = aSubmission({
  tool: 'molecule-descriptors',
  inputs: aMeteredSubmission().inputs,
});

describe('a job with saved files', () => {
  it('is given to the runner with the keys of their bytes, never with the bytes', async () => {
    const { jobs, leases, member, claimOne, ...world } = await startJobs();
    world.saved.push(saved('file_1'));
    const { scope } = await member(10);
    const { job } = await jobs.submit(withFiles(aSubmission(), 'file_1'), scope);
    expect(job!.status).toBe(JobStatus.QUEUED);
    const { inputs } = await leases.fetchInputs(await claimOne());
    expect(inputs).toMatchObject([
      { id: 'in0', stored: { key: 'files/ws_1/file_1/content', sha256: 'ab', size: 100 } },
    ]);
    expect(inputs[0]!.content).toBeUndefined();
  });

  it('accepts artifacts only from workflows, and only of the same workspace', async () => {
    const { server, leases, member, claimOne } = await startJobs();
    const { scope, workspaceId } = await member(10);
    const withArtifact = (owner: string) => {
      const value = { key: `artifacts/${owner}/job_1/1/a.fasta`, sha256: 'ab', size: 2 * MIB, records: 2 };
      const source = InputSource.fromPartial({ source: { $case: 'artifact', value } });
      const request = aSubmission();
      return asking(request, { inputs: [{ ...request.inputs[0]!, source, content: undefined }] });
    };
    const submitAs = (peer: string, owner: string) =>
      server.ask(JobsDefinition, peer).submit(withArtifact(owner), scope);
    await expect(submitAs('gateway', workspaceId)).rejects.toMatchObject({ code: 'validation_error' });
    await expect(submitAs('workflows', 'ws_other')).rejects.toMatchObject({ code: 'not_found' });
    await submitAs('workflows', workspaceId);
    const { inputs } = await leases.fetchInputs(await claimOne());
    expect(inputs[0]!.stored).toEqual({ key: `artifacts/${workspaceId}/job_1/1/a.fasta`, sha256: 'ab', size: 2 * MIB });
  });

  it('ignores keys of bytes that a request contains', async () => {
    const { jobs, leases, member, claimOne } = await startJobs();
    const { scope } = await member(10);
    const request = aSubmission();
    request.inputs[0]!.stored = { key: 'files/ws_2/file_2/content', sha256: 'ab', size: 1 };
    await jobs.submit(request, scope);
    const { inputs } = await leases.fetchInputs(await claimOne());
    expect(inputs[0]!.stored).toBeUndefined();
  });

  it('is priced by the counts of their inspection', async () => {
    const { jobs, member, ...world } = await startJobs();
    world.saved.push(saved('file_1', { units: { molecules: 1_500 } }), saved('file_2', { units: { lines: 800 } }));
    const { scope } = await member(10);
    const price = async (request: SubmitRequest) => (await jobs.quote(request, scope)).estimatedMillicredits;
    expect(await price(withFiles(descriptors, 'file_1'))).toBe(2_000);
    expect(await price(withFiles(descriptors, 'file_1', 'file_2'))).toBe(3_000);
    // The default is one conformer per molecule: 1.2 s, at 3 credits a minute. With 50 conformers the time limit would
    // cap the price.
    world.saved[0]!.units = { molecules: 100 };
    const one = await price(withFiles(aMeteredSubmission(), 'file_1'));
    world.saved[0]!.units = { molecules: 200 };
    expect(await price(withFiles(aMeteredSubmission(), 'file_1'))).toBe(2 * one);
  });

  it('is refused when they have more records than the tool accepts', async () => {
    const { jobs, member, ...world } = await startJobs();
    world.saved.push(saved('file_1', { units: { records: 5_001 } }));
    const { scope } = await member(10);
    await expect(jobs.submit(withFiles(aSubmission(), 'file_1'), scope)).rejects.toMatchObject({
      code: 'validation_error',
      details: { errors: [{ path: 'input.inputs[0].source.file_id' }] },
    });
  });

  it('is refused for a file that the workspace does not have, with its path but not its id', async () => {
    const { jobs, member, ...world } = await startJobs();
    world.saved.push(saved('file_1'));
    const { scope } = await member(10);
    for (const call of [jobs.submit, jobs.quote]) {
      await expect(call(withFiles(aSubmission(), 'file_1', 'file_2'), scope)).rejects.toMatchObject({
        code: 'not_found',
        message: 'input.inputs[1].source.file_id: no such file in this workspace.',
      });
    }
  });

  it('is refused for files that are not text, with all their paths', async () => {
    const { jobs, member, ...world } = await startJobs();
    world.saved.push(saved('file_1', { textual: false, format: 'PNG' }), saved('file_2'));
    const { scope } = await member(10);
    await expect(jobs.submit(withFiles(aSubmission(), 'file_1', 'file_2', 'file_1'), scope)).rejects.toMatchObject({
      code: 'validation_error',
      details: {
        errors: [
          { path: 'input.inputs[0].source.file_id', message: 'is a PNG file; an input must be text' },
          { path: 'input.inputs[2].source.file_id' },
        ],
      },
    });
  });

  it('may have at most 50 MiB of content in all', async () => {
    const { jobs, member, ...world } = await startJobs();
    world.saved.push(saved('file_1', { size: 50 * MIB - 10 }));
    const { scope } = await member(10);
    const request = withFiles(aSubmission(), 'file_1', 'inline');
    const inline = (content: string) =>
      asking(request, { inputs: [request.inputs[0]!, { ...request.inputs[1]!, content }] });
    await jobs.quote(inline('>a\nMKVWAAA'), scope);
    await expect(jobs.quote(inline('>a\nMKVWAAAA'), scope)).rejects.toMatchObject({ code: 'payload_too_large' });
  });

  it('is replayed even if its file has been deleted since', async () => {
    const { jobs, member, ...world } = await startJobs();
    world.saved.push(saved('file_1'));
    const { scope } = await member(10);
    const request = withFiles(aSubmission(), 'file_1');
    const { job } = await jobs.submit(request, scope);
    world.saved.pop();
    expect(await jobs.submit(request, scope)).toMatchObject({ replayed: true, job: { id: job!.id } });
  });
});
