import { testJob } from '@rotamer/present/testing/testJob.ts';
import { afterAll, expect, it } from 'vitest';
import { bearer, testGateway } from '../../testing/testGateway.ts';
import { testInput } from '../../testing/testJobs.ts';

const { app, jobs, blobs, issueKey, stop } = await testGateway();
afterAll(stop);

const job = testJob();
jobs.known.set(job.id, job);
const text = '>ü\nMKV\r\n';
jobs.inputs.set(job.id, [
  testInput(text),
  testInput('ATOM', 'files/ws_1/structure'),
  testInput('x', 'files/ws_1/gone'),
]);
await blobs.put('files/ws_1/structure', 'ATOM');

const read = (path: string, headers: Record<string, string> = {}) =>
  app.inject({ url: `/api/v1/jobs/${path}`, headers: { ...bearer(issueKey()), ...headers } });

it.each([
  ['text', 1, text, 'input-1.fasta'],
  ['saved file', 2, 'ATOM', 'input-2.fasta'],
])('sends the bytes of a %s with their digest, and ranges of them', async (_, number, content, name) => {
  const answer = await read(`${job.id}/inputs/${number}`);
  const { sha256 } = jobs.inputs.get(job.id)![number - 1]!.input!;
  expect(answer.rawPayload).toEqual(Buffer.from(content));
  expect(answer.headers).toMatchObject({
    etag: `"${sha256}"`,
    'content-type': 'application/octet-stream',
    'content-disposition': expect.stringContaining(name),
  });
  const part = await read(`${job.id}/inputs/${number}`, { range: 'bytes=1-3' });
  expect([part.statusCode, part.rawPayload]).toEqual([206, Buffer.from(content).subarray(1, 4)]);
});

it('does not find a deleted file, a number without an input, or the job of another workspace', async () => {
  const gone = await read(`${job.id}/inputs/3`);
  expect([gone.statusCode, gone.json().error.message]).toEqual([404, 'The bytes of this input were deleted.']);
  for (const number of ['4', '0', '-1', '1.5', 'x', '99999']) {
    expect((await read(`${job.id}/inputs/${number}`)).statusCode, number).toBe(404);
  }
  const foreign = testJob({ workspaceId: 'ws_other' });
  jobs.known.set(foreign.id, foreign);
  expect((await read(`${foreign.id}/inputs/1`)).json().error.message).toBe('No such job.');
});
