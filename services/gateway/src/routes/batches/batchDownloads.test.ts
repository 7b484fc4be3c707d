import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BatchItem } from '@rotamer/proto/workflows/v1/batches.ts';
import { ChildStatus } from '@rotamer/proto/workflows/v1/workflow.ts';
import { batchArchive } from '@rotamer/results/archive/batchArchive.ts';
import { batchResults } from '@rotamer/results/batches/batchResults.ts';
import { fieldsOfPorts, tableCells, tableHeader, tableObject } from '@rotamer/results/batches/batchTable.ts';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { testBatch } from '../../testing/testBatches.ts';
import { bearer, testGateway } from '../../testing/testGateway.ts';
import { fileBytes, storeLargeResult, storeResult } from '../../testing/testResult.ts';

const { app, batches, jobs, blobs, issueKey, stop } = await testGateway();
afterAll(stop);
const headers = bearer(issueKey());

/** A batch whose submissions with these ids have results, in pages of two. */
async function finishedBatch(customIds: readonly string[], store: (i: number) => ReturnType<typeof storeResult>) {
  const batch = testBatch();
  batches.known.set(batch.id, batch);
  const items: BatchItem[] = [];
  for (const [i, customId] of customIds.entries()) {
    const job = await store(i);
    jobs.known.set(job.id, job);
    const child = { status: ChildStatus.COMPLETED, jobId: job.id, resultAvailable: true };
    items.push(BatchItem.fromPartial({ line: i + 1, customId, attempt: 1, job: child }));
  }
  const list = vi
    .spyOn(batches, 'listItems')
    .mockImplementation(async ({ afterLine = 0, status = ChildStatus.COMPLETED }) => {
      const left = items.filter(({ line, job }) => line > afterLine && job!.status === status);
      return { items: left.slice(0, 2), hasMore: left.length > 2 };
    });
  onTestFinished(() => list.mockRestore());
  const get = (rest: string, more: object = {}) =>
    app.inject({ url: `/api/v1/batches/${batch.id}${rest}`, headers: { ...headers, ...more } });
  return { batch, items, get };
}

const oneEach = () => storeResult(blobs);

/** The tool of the stored results, with a port whose rows have a mass, and that of a large result. */
async function withMass() {
  const tool = await jobs.getTool({ tool: 'protein-properties' });
  const schema = { type: 'object', properties: { mass: {} }, additionalProperties: false };
  const ports = ['properties', 'rows'].map((id) => ({ id, type: 'items', schema }));
  const contractJson = JSON.stringify({ ...JSON.parse(tool.contractJson), ports });
  vi.spyOn(jobs, 'getTool').mockResolvedValue({ ...tool, contractJson });
}
beforeAll(withMass);

describe('the table of a batch', () => {
  it('has a line for every row of the port, in the order of the submissions', async () => {
    const { batch, items, get } = await finishedBatch(['c', '=1+2', 'a'], oneEach);
    const answer = await get('/rows?format=csv&port=properties');
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${batch.id}_properties.csv"`,
    });
    const [header, ...lines] = answer.body.trimEnd().split('\r\n');
    expect(header).toMatch(/^"custom_id","job_id","/);
    expect(lines).toHaveLength(6);
    expect(lines.map((line) => line.split(',')[0])).toEqual(['"c"', '"c"', `"'=1+2"`, `"'=1+2"`, '"a"', '"a"']);
    expect(lines[0]).toContain(`"${items[0]!.job!.jobId}"`);
    expect(lines[0]).toContain('14313.03');
  });

  it('has every value as it is in JSON lines, of the first port of rows', async () => {
    const { items, get } = await finishedBatch(['=1+2'], oneEach);
    const { headers: sent, body } = await get('/rows?format=jsonl');
    expect(sent['content-type']).toBe('application/x-ndjson; charset=utf-8');
    const job_id = items[0]!.job!.jobId;
    expect(
      body
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      { custom_id: '=1+2', job_id, mass: 14313.03 },
      { custom_id: '=1+2', job_id },
    ]);
  });

  it('reads rows that are stored in their own file', async () => {
    const { get } = await finishedBatch(['a', 'b'], () => storeLargeResult(blobs, 3_000));
    const { body } = await get('/rows?format=jsonl&port=rows');
    expect(body.trimEnd().split('\n')).toHaveLength(6_000);
  });

  it('is refused for a port that no tool has, and names the ports', async () => {
    const { get } = await finishedBatch([], oneEach);
    const answer = await get('/rows?format=csv&port=x');
    expect([answer.statusCode, answer.json().error.details.errors]).toEqual([
      400,
      [{ path: 'port', message: 'must be one of properties, rows' }],
    ]);
  });
});

describe('the columns of a table', () => {
  const port = { id: 'p', label: '', format: 'JSON', contentType: '', required: true, type: 'items' as const };
  const schema = (names: string[], more: object) =>
    ({ type: 'object', properties: Object.fromEntries(names.map((name) => [name, {}])), ...more }) as never;

  it('are those of all tools, each once, and the rest as JSON where a contract allows more', () => {
    const contracts = [
      { ports: [{ ...port, schema: schema(['a', 'job_id'], { additionalProperties: false }) }] },
      { ports: [{ ...port, schema: schema(['b', 'a'], {}) }] },
    ];
    const fields = fieldsOfPorts(contracts).get('p')!;
    expect(tableHeader(fields)).toEqual(['custom_id', 'job_id', 'a', 'value.job_id', 'b', 'more']);
    const value = { a: [1, 2], job_id: 'x', z: true, y: null };
    expect(tableCells(fields, 'c', 'job_1', value)).toEqual(['c', 'job_1', '[1,2]', 'x', null, '{"z":true,"y":null}']);
    expect(tableObject('c', 'job_1', { job_id: 'x' })).toEqual({
      custom_id: 'c',
      job_id: 'job_1',
      'value.job_id': 'x',
    });
  });

  it('fail for a field without a column, so that no value is lost silently', () => {
    const fields = { names: ['a'], isOpen: false };
    expect(tableCells(fields, 'c', 'job_1', { a: false })).toEqual(['c', 'job_1', 'false']);
    expect(() => tableCells(fields, 'c', 'job_1', { b: 1 })).toThrow('unknown field b');
  });
});

describe('the archive of a batch', () => {
  it('has a folder for each submission with a result, and matches its checksums', async () => {
    const { batch, items, get } = await finishedBatch(['../a', 'B', 'b', 'manifest.json'], oneEach);
    const job = { status: ChildStatus.FAILED, error: 'The tool failed.' };
    items.push(BatchItem.fromPartial({ line: 5, customId: 'd', attempt: 1, job }));
    const answer = await get('/archive');
    expect(answer.statusCode, answer.body).toBe(200);
    const folder = mkdtempSync(join(tmpdir(), 'rotamer-batch-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    execFileSync('tar', ['-xf', '-', '-C', folder], { input: answer.rawPayload });
    const root = join(folder, batch.id);
    expect(readdirSync(root).sort()).toEqual([
      ...['2_b', '2_manifest.json', 'B', 'SHA256SUMS', '_.._a', 'manifest.json'],
    ]);
    expect(readFileSync(join(root, '2_b/table/properties.tsv'), 'utf8')).toBe(fileBytes);
    expect(JSON.parse(readFileSync(join(root, 'B/items.json'), 'utf8'))[0].value).toEqual({ mass: 14313.03 });
    execFileSync('sha256sum', ['--check', '--strict', '--quiet', 'SHA256SUMS'], { cwd: root });
    const manifest = JSON.parse(readFileSync(join(root, 'manifest.json'), 'utf8'));
    const failed = [{ line: 5, custom_id: 'd', job_id: null, error: 'The tool failed.' }];
    expect(manifest).toMatchObject({ batch_id: batch.id, status: 'RUNNING', failed });
    expect(manifest.submissions[0]).toEqual({
      line: 1,
      custom_id: '../a',
      job_id: items[0]!.job!.jobId,
      folder: '_.._a',
    });
  });

  it('has the same bytes in ranges, and those of some lines only', async () => {
    const { batch, get } = await finishedBatch(['a', 'b', 'c'], oneEach);
    const whole = await get('/archive');
    const { etag } = whole.headers as { etag: string };
    const parts: Buffer[] = [];
    for (let start = 0; start < whole.rawPayload.length; start += 1_013) {
      const range = `bytes=${start}-${start + 1_012}`;
      parts.push((await get('/archive', { range, 'if-range': etag })).rawPayload);
    }
    expect(Buffer.concat(parts).equals(whole.rawPayload)).toBe(true);
    const part = await get('/archive?first_line=2&last_line=3');
    expect(part.headers['content-disposition']).toContain(`${batch.id}_2-3.tar`);
    expect(part.rawPayload.length).toBeLessThan(whole.rawPayload.length);
  });

  it('is refused beyond its number of files, naming the line', async () => {
    const { batch } = await finishedBatch(['a', 'b', 'c'], oneEach);
    const readers = {
      batches,
      jobs,
      results: { manifest: async () => ({ files: [{ name: 'a', output_port_id: 'p' }], items: [] }) },
    } as never;
    const results = batchResults(readers, { batchId: batch.id }, {});
    const archive = batchArchive(batch, results, [], async () => ({}) as never, 1);
    await expect(archive).rejects.toMatchObject({ message: expect.stringContaining('an earlier line than 2') });
  });
});
