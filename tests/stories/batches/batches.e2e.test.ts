import { expectRefusal } from '@rotamer/test-support/expectRefusal.ts';
import { propertiesOf } from '@rotamer/test-support/requests.ts';
import type { Batch, BatchItem, Job, JobResult, List } from '@rotamer/test-support/resources.ts';
import { lysozyme, ubiquitin } from '@rotamer/test-support/testData.ts';
import { waitFor } from '@rotamer/test-support/waitFor.ts';
import { newWorkspace } from '@rotamer/test-support/workspace.ts';
import { describe, expect, it } from 'vitest';

const ENDED = ['COMPLETED', 'COMPLETED_WITH_ERRORS', 'FAILED', 'CANCELLED'];

/** A submission without the fields that only a job has. */
function submissionOf(custom_id: string, fasta: string) {
  const { tool, input } = propertiesOf(fasta);
  return { custom_id, tool, input };
}

describe.concurrent('a batch', () => {
  it('runs a job for each submission and charges their prices together', async () => {
    const { client, available } = await newWorkspace({ credits: 10 });
    const submissions = [submissionOf('ubiquitin', ubiquitin), submissionOf('lysozyme', lysozyme)];
    const quote = await client.post('/batches/quote', { submissions });
    expect(quote.body).toMatchObject({
      valid_submissions: 2,
      estimated_credits: 2,
      max_credits: 2,
      available_credits: 10,
    });

    const { status, body } = await client.post<Batch>('/batches', { name: 'Two', submissions });
    expect(status).toBe(202);
    const ended = await waitFor('the batch ends', async () => {
      const batch = (await client.get<Batch>(`/batches/${body.id}`)).body;
      return ENDED.includes(batch.status) && batch;
    });
    expect(ended).toMatchObject({ status: 'COMPLETED', actual_credits: 2, items: { total: 2, completed: 2 } });
    expect(await available()).toBe(8_000);
    const { data } = (await client.get<List<BatchItem>>(`/batches/${body.id}/items`)).body;
    expect(data.map(({ custom_id, status }) => [custom_id, status])).toEqual([
      ['ubiquitin', 'COMPLETED'],
      ['lysozyme', 'COMPLETED'],
    ]);
    const result = await client.get<JobResult>(`/results/${data[1]!.job_id}`);
    expect(result.body.results[0]!.value).toMatchObject({ length: 129 });

    const csv = (await client.get(`/batches/${body.id}/rows?format=csv`)).bytes.toString();
    const [header, ...rows] = csv.trimEnd().split('\r\n');
    expect(header).toMatch(/^"custom_id","job_id","/);
    expect(rows.map((row) => row.split(',')[0])).toEqual(['"ubiquitin"', '"lysozyme"']);
    const lines = (await client.get(`/batches/${body.id}/rows?format=jsonl&port=properties`)).bytes.toString();
    expect(JSON.parse(lines.split('\n')[1]!)).toMatchObject({ custom_id: 'lysozyme', length: 129 });
    const archive = await client.get(`/batches/${body.id}/archive`);
    expect(archive.bytes.subarray(0, 100).toString()).toContain(`${body.id}/manifest.json`);
    expect(archive.bytes.includes(`${body.id}/lysozyme/items.json`)).toBe(true);
  });

  it('is refused with the problems of every submission, and starts nothing', async () => {
    const { client } = await newWorkspace({ credits: 10 });
    const submissions = [
      submissionOf('good', ubiquitin),
      submissionOf('bad', '>a\nMK1\n'),
      { ...submissionOf('unknown', ubiquitin), tool: 'nonsense' },
    ];
    const refused = await client.post('/batches', { name: 'Three', submissions });
    const details = expectRefusal(refused, 400, 'validation_error');
    expect(details).toMatchObject({
      errors: [
        { line: 2, custom_id: 'bad', path: expect.stringMatching(/^submissions\[1\]\.input/) },
        { line: 3, custom_id: 'unknown', path: 'submissions[2].tool' },
      ],
    });
    expect((await client.get<List<Job>>('/jobs')).body.data).toEqual([]);
    expect((await client.get<List<Batch>>('/batches')).body.data).toEqual([]);
  });

  it('pauses at its cap, and goes on with a higher one', async () => {
    const { client } = await newWorkspace({ credits: 10 });
    const submissions = ['a', 'b', 'c'].map((id) => submissionOf(id, ubiquitin));
    const { id } = (await client.post<Batch>('/batches', { name: 'Capped', max_credits: 2, submissions })).body;
    const until = (status: string) =>
      waitFor(`the batch is ${status}`, async () => {
        const batch = (await client.get<Batch>(`/batches/${id}`)).body;
        return batch.status === status && batch.items.active === 0 && batch;
      });
    expect(await until('PAUSED')).toMatchObject({
      pause: { reason: 'max_credits' },
      items: { completed: 2, waiting: 1 },
    });
    await client.post(`/batches/${id}/continue`, { max_credits: 3 });
    expect(await until('COMPLETED')).toMatchObject({ actual_credits: 3 });
  });
});
