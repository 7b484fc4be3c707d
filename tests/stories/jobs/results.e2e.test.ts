import { createHash } from 'node:crypto';
import { waitForJob } from '@rotamer/test-support/events.ts';
import { expectRefusal } from '@rotamer/test-support/expectRefusal.ts';
import { alignmentOf, propertiesOf, waitingJob } from '@rotamer/test-support/requests.ts';
import type { ErrorBody, Job, JobResult, ResultFile } from '@rotamer/test-support/resources.ts';
import { onRealNeighbours } from '@rotamer/test-support/stack.ts';
import { alpha, beta } from '@rotamer/test-support/testData.ts';
import { newWorkspace, type Workspace } from '@rotamer/test-support/workspace.ts';
import { beforeAll, describe, expect, it } from 'vitest';

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** The signed parameters, as named by the gateway (for the fs blob store) or by S3. */
const signed = onRealNeighbours
  ? {
      expiry: 'X-Amz-Expires',
      name: 'response-content-disposition',
      type: 'response-content-type',
      signature: 'X-Amz-Signature',
    }
  : { expiry: 'exp', name: 'name', type: 'type', signature: 'sig' };

/** An S3 server returns 400 for requests that it cannot parse. */
const refusals = onRealNeighbours ? [400, 403, 404] : [403, 404];

let workspace: Workspace;
let result: JobResult;
let file: ResultFile;

beforeAll(async () => {
  workspace = await newWorkspace();
  const { client } = workspace;
  const { id } = (await client.post<Job>('/jobs', alignmentOf(alpha, beta))).body;
  await waitForJob(client, id);
  result = (await client.get<JobResult>(`/results/${id}`)).body;
  file = result.files.find(({ output_port_id }) => output_port_id === 'alignment')!;
});

describe('a signed URL', () => {
  it('downloads the artifact without a key, as an attachment that no browser runs', async () => {
    const answer = await fetch(file.url);
    expect(answer.status).toBe(200);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect({ sha256: sha256(bytes), size: bytes.length }).toEqual({ sha256: file.sha256, size: file.size });
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment;/);
    expect(answer.headers.get('content-disposition')).toContain(file.name);
    expect(answer.headers.get('content-type')).toContain(file.content_type);
    // An S3 server has its own origin, where a downloaded page can do no harm.
    if (onRealNeighbours) return;
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('content-security-policy')).toContain('sandbox');
  });

  it.each([
    ['its expiry is later', (url: URL) => url.searchParams.set(signed.expiry, later(url))],
    ['its name is another', (url: URL) => url.searchParams.set(signed.name, 'evil.html')],
    ['its type is another', (url: URL) => url.searchParams.set(signed.type, 'text/html')],
    ['its signature is another', (url: URL) => url.searchParams.set(signed.signature, 'A'.repeat(43))],
    ['its signature is missing', (url: URL) => url.searchParams.delete(signed.signature)],
    ['its path is another', (url: URL) => (url.pathname = url.pathname.replace(/\w$/, '_'))],
    ['something is added', (url: URL) => url.searchParams.set('more', '1')],
  ])('is refused when %s', async (_, alter) => {
    const url = new URL(file.url);
    alter(url);
    const answer = await fetch(url);
    expect(refusals).toContain(answer.status);
    if (onRealNeighbours) return;
    expect((await answer.json()) as ErrorBody).toMatchObject({ error: { code: 'forbidden' } });
  });

  it('gives no access to the rest of the blob store', async () => {
    const { pathname, origin } = new URL(file.url);
    for (const path of [pathname, '/blobs/../secrets.json', '/blobs/..%2fsecrets.json', '/blobs/']) {
      const answer = await fetch(origin + path);
      expect(refusals).toContain(answer.status);
    }
  });
});

function later(url: URL): string {
  return String(Number(url.searchParams.get(signed.expiry)) + 3600);
}

describe('the items of a result', () => {
  it('are raw bytes: a file by its key, a row by its id', async () => {
    const { client } = workspace;
    const bytes = await client.get(`/results/${result.job_id}/items/${encodeURIComponent(file.key)}`);
    expect(bytes.headers.get('content-type')).toBe('application/octet-stream');
    expect(sha256(bytes.bytes)).toBe(file.sha256);
    for (const row of result.results) {
      const item = await client.get(`/results/${result.job_id}/items/${row.id}`);
      expect(item.status).toBe(200);
      expect(item.bytes.length).toBeGreaterThan(0);
    }
    expectRefusal(await client.get(`/results/${result.job_id}/items/itm_nonsense`), 404, 'not_found');
  });
});

describe('a result of many rows', () => {
  it('is read page by page, through the links of its pages, or as a file', async () => {
    const { client } = workspace;
    const count = 3_000;
    const fasta = Array.from({ length: count }, (_, i) => `>protein_${i}\nMKTAYIAKQR\n`).join('');
    const { id } = (await client.post<Job>('/jobs', propertiesOf(fasta))).body;
    await waitForJob(client, id);
    const first = await client.get<JobResult>(`/results/${id}`);
    const names: unknown[] = [];
    for (let page = first; ; ) {
      names.push(...page.body.results.map(({ value }) => value.id));
      const [, next] = /<[^>]*(\/results\/[^>]*)>; rel="next"/.exec(page.headers.get('link') ?? '') ?? [];
      if (!next) break;
      page = await client.get<JobResult>(next);
      expect(page.status).toBe(200);
    }
    expect(names).toEqual(Array.from({ length: count }, (_, i) => `protein_${i}`));
    expect(first.body.results.length).toBeLessThanOrEqual(1_000);
    const table = first.body.files.find(({ name }) => name === 'properties.jsonl')!;
    const lines = (await (await fetch(table.url)).text()).trimEnd().split('\n');
    expect(lines).toHaveLength(count);
    expect(JSON.parse(lines[0]!)).toEqual(first.body.results[0]);
    const last = await client.get(`/results/${id}/items/${JSON.parse(lines.at(-1)!).id}`);
    expect(JSON.parse(last.bytes.toString()).id).toBe(`protein_${count - 1}`);
  });
});

describe('a job that has not ended', () => {
  it('has no result yet, and the refusal says when to retry', async () => {
    const { client } = workspace;
    const { id } = (await client.post<Job>('/jobs', waitingJob(2))).body;
    for (const path of [`/results/${id}`, `/results/${id}/items/x`]) {
      const refused = await client.get(path);
      const details = expectRefusal(refused, 409, 'job_not_completed');
      expect(['QUEUED', 'PROCESSING']).toContain(details.current_status);
      expect(refused.headers.get('retry-after')).toBe('5');
    }
    const status = await client.get<Job>(`/jobs/${id}/status`);
    expect(Number(status.headers.get('retry-after'))).toBeGreaterThanOrEqual(5);
  });
});
