import type { Job } from '@rotamer/proto/jobs/v1/job.ts';
import { Visibility } from '@rotamer/proto/jobs/v1/sharing.ts';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { bearer, testGateway } from '../../testing/testGateway.ts';
import { storeLargeResult, storeResult } from '../../testing/testResult.ts';

const { app, jobs, sharing, blobs, issueKey, stop } = await testGateway();
afterAll(stop);
const headers = bearer(issueKey());
const get = (url: string) => app.inject({ url, headers });

async function addResult(rows: number, files = 0) {
  const job = await storeLargeResult(blobs, rows, files);
  jobs.known.set(job.id, job);
  return job;
}

/** Returns the next page from a response's Link header. */
function nextOf(answer: Awaited<ReturnType<typeof get>>): string | undefined {
  const [, url] = /^<([^>]*)>; rel="next"$/.exec(String(answer.headers.link)) ?? [];
  return url?.slice(new URL(url).origin.length);
}

/** Key of the table of a large result. */
function tableOf({ manifest }: Job): string {
  return manifest!.key.replace('manifest.json', 'rows/rows.jsonl');
}

/** Every page from the first on. */
async function readAll(url: string) {
  const pages: Awaited<ReturnType<typeof get>>[] = [];
  for (let next: string | undefined = url; next; next = nextOf(pages.at(-1)!)) {
    pages.push(await get(next));
    expect(pages.at(-1)!.statusCode).toBe(200);
  }
  return pages;
}

const rowsOf = (pages: Awaited<ReturnType<typeof get>>[]) => pages.flatMap((page) => page.json().results);
const upTo = (n: number) => Array.from({ length: n }, (_, i) => i);

/** Returns the length of the largest JSON text that is parsed or written at once while `happen` runs. */
async function largestJson(happen: () => Promise<unknown>): Promise<number> {
  const { parse, stringify } = JSON;
  let largest = 0;
  const see = (text: unknown) => (largest = Math.max(largest, typeof text === 'string' ? text.length : 0));
  vi.spyOn(JSON, 'parse').mockImplementation((...args) => {
    see(args[0]);
    return parse(...args);
  });
  vi.spyOn(JSON, 'stringify').mockImplementation((...args: unknown[]) => {
    const text = stringify(...(args as [unknown]));
    see(text);
    return text;
  });
  await happen();
  vi.mocked(JSON.parse).mockRestore();
  vi.mocked(JSON.stringify).mockRestore();
  return largest;
}

describe('GET /results/{jobId} of a large result', () => {
  it('returns linked pages of at most 1,000 rows, which together contain each row once', async () => {
    const { id } = await addResult(10_000);
    const pages = await readAll(`/api/v1/results/${id}`);
    expect(rowsOf(pages).map(({ order }) => order)).toEqual(upTo(10_000));
    expect(Object.keys(pages[0]!.json().results[0]).sort()).toEqual(
      ['file_name', 'format', 'id', 'order', 'output_port_id', 'rank', 'source_input_ids', 'value'].sort(),
    );
    expect(pages.length).toBeLessThanOrEqual(13);
    for (const page of pages) expect(page.rawPayload.length).toBeLessThan(1.1 * 1024 * 1024);
  });

  it('returns pages of the requested size', async () => {
    const { id } = await addResult(1_050, 5);
    const pages = await readAll(`/api/v1/results/${id}?limit=100`);
    expect(pages.map((page) => page.json().results.length)).toEqual([...Array(10).fill(100), 50]);
    expect(rowsOf(pages).map(({ order }) => order)).toEqual(upTo(1_050));
    expect(pages.map((page) => page.json().files.length)).toEqual([6, ...Array(10).fill(0)]);
  });

  it('returns at most 200 files per page', async () => {
    const { id } = await addResult(3, 450);
    let pages: Awaited<ReturnType<typeof readAll>> = [];
    const largest = await largestJson(async () => {
      pages = await readAll(`/api/v1/results/${id}`);
    });
    expect(largest).toBeLessThanOrEqual(256 * 1024);
    expect(pages.map((page) => page.json().files.length)).toEqual([200, 200, 51]);
    expect(pages.map((page) => page.json().results.length)).toEqual([3, 0, 0]);
    const keys = pages.flatMap((page) => page.json().files.map(({ key }: { key: string }) => key));
    expect(new Set(keys).size).toBe(451);
  });

  it('also lists the table as a file', async () => {
    const { id } = await addResult(1_200);
    const [file] = (await get(`/api/v1/results/${id}`)).json().files;
    expect(file).toMatchObject({ name: 'rows.jsonl', format: 'JSONL' });
    const { pathname, search } = new URL(file.url);
    const lines = (await app.inject({ url: pathname + search })).body.split('\n');
    expect(JSON.parse(lines[1_199]!).value.n).toBe(1_199);
  });

  it('counts only the first page as a poll', async () => {
    const { id } = await addResult(2_000);
    const asked = vi.spyOn(jobs, 'getResult');
    await readAll(`/api/v1/results/${id}`);
    await get(`/api/v1/results/${id}?starting_after=${Buffer.from('0.0').toString('base64url')}`);
    expect(asked.mock.calls.map(([{ poll }]) => poll)).toEqual([true, false, true]);
    asked.mockRestore();
  });

  it.each(['x', Buffer.from('1.x').toString('base64url'), Buffer.from('1.99999999999').toString('base64url'), ''])(
    'refuses the cursor %j',
    async (cursor) => {
      const { id } = await addResult(1_001);
      const answer = await get(`/api/v1/results/${id}?starting_after=${cursor}`);
      expect(answer.statusCode).toBe(400);
      expect(answer.json().error.details.errors).toMatchObject([{ path: 'starting_after' }]);
    },
  );

  it('never returns altered rows', async () => {
    const job = await addResult(2_000);
    await blobs.put(tableOf(job), Buffer.alloc(2 * 1024 * 1024, '{"secret":1}\n'));
    expect((await get(`/api/v1/results/${job.id}`)).statusCode).toBe(500);
  });

  it('returns each row by its id', async () => {
    const { id } = await addResult(3_000);
    const rows = rowsOf(await readAll(`/api/v1/results/${id}`));
    for (const n of [0, 1, 1_499, 2_999]) {
      const answer = await get(`/api/v1/results/${id}/items/${rows[n].id}`);
      expect(answer.json()).toMatchObject({ n });
    }
    expect((await get(`/api/v1/results/${id}/items/${rows[0].id.slice(0, -1)}`)).statusCode).toBe(404);
    expect((await get(`/api/v1/results/${id}/items/itm_0`)).statusCode).toBe(404);
  });
});

describe('a result of 100,000 rows', async () => {
  const large = await addResult(100_000);

  it('reads no more than the requested pages need', async () => {
    expect(await blobs.size(tableOf(large))).toBeGreaterThan(50 * 1024 * 1024);
    const read = vi.spyOn(blobs, 'get');
    const largest = await largestJson(async () => {
      const first = await get(`/api/v1/results/${large.id}`);
      const second = await get(nextOf(first)!);
      expect(second.headers.link).toBeDefined();
    });
    expect(largest).toBeLessThanOrEqual(256 * 1024);
    const ranges = read.mock.calls.map(([, range]) => (range ? range.end - range.start + 1 : 0));
    read.mockRestore();
    expect(ranges.reduce((sum, bytes) => sum + bytes)).toBeLessThanOrEqual(3 * 1024 * 1024);
    expect(Math.max(...ranges)).toBeLessThanOrEqual(256 * 1024);
  });

  it('is read together with another large and a small result, and all succeed', async () => {
    const small = await storeResult(blobs);
    jobs.known.set(small.id, small);
    const other = await addResult(10_000, 3_000);
    const answers = await Promise.all([large.id, other.id, small.id].map((id) => get(`/api/v1/results/${id}`)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  });
});

describe('the page of a large result', () => {
  it('shows the first rows and files with a link to all rows, and reads only one block', async () => {
    const job = await addResult(20_000, 3_000);
    sharing.known.set(job.id, Visibility.PUBLIC);
    const read = vi.spyOn(blobs, 'get');
    let page = await app.inject({ url: '/share/assets/share.css' });
    const largest = await largestJson(async () => {
      page = await app.inject({ url: `/share/${job.id}` });
    });
    expect(read.mock.calls.map(([key, range]) => [key, range?.start])).toEqual([
      [job.manifest!.key, undefined],
      [tableOf(job), 0],
    ]);
    read.mockRestore();
    expect(largest).toBeLessThanOrEqual(256 * 1024);
    expect(page.statusCode).toBe(200);
    const { tables, files, fileCount } = JSON.parse(page.body);
    expect(tables).toMatchObject([{ total: 20_000, fileId: 'itm_table' }]);
    expect([files.length, fileCount]).toEqual([500, 3_001]);
    expect(page.rawPayload.length).toBeLessThan(512 * 1024);
  });
});
