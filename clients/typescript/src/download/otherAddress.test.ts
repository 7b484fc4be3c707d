import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Rotamer } from '../client.ts';
import { API_KEY } from '../testing/fakeApi.ts';
import { fakeTime } from '../testing/fakeTime.ts';
import { type LocalServer, localServer, nobody, sends, sendsPage } from '../testing/localServer.ts';
import { downloadResults } from './downloadResults.ts';

const bytes = Buffer.from('ATOM      1  N   MET A   1\n'.repeat(1_000));
const sendsFile: RequestListener = (_request, response) => response.end(bytes);
const other: RequestListener = (_request, response) => response.end(Buffer.from(bytes).fill('X'));
const hangsUpHalfway: RequestListener = (_request, response) => {
  response.writeHead(200, { 'content-length': bytes.length });
  response.write(bytes.subarray(0, 0), () => setImmediate(() => response.destroy()));
};

/** A service whose links lead to `linkUrl`, and that also serves the files itself. */
async function serviceWith(linkUrl: string, item: RequestListener = sendsFile): Promise<LocalServer> {
  const names = ['a.pdb', 'b.pdb'];
  const files = names.map((name, i) => ({
    key: `itm_${i}`,
    name,
    output_port_id: 'models',
    size: bytes.length,
    content_type: 'chemical/x-pdb',
    sha256: createHash('sha256').update(bytes).digest('hex'),
    url: `${linkUrl}/blobs/${name}?sig=x`,
  }));
  const body = { object: 'job_result', job_id: 'job_1', tool: 't', status: 'COMPLETED', files, results: [] };
  return localServer((request, response) =>
    request.url === '/api/v1/results/job_1' ? sends(body)(request, response) : item(request, response),
  );
}

async function download({ url }: LocalServer): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'rotamer-address-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const client = new Rotamer({ apiKey: API_KEY, baseUrl: url, time: fakeTime() });
  await downloadResults(await client.jobs.results('job_1'), folder, { concurrency: 1 });
  return readFileSync(join(folder, 'b.pdb'), 'utf8');
}

describe('a result whose links lead', () => {
  it('to an unreachable host is downloaded from the API', async () => {
    const service = await serviceWith(await nobody());
    expect(await download(service)).toBe(String(bytes));
    expect(service.requests.map(({ path }) => path)).toEqual(
      ['', '/items/itm_0', '/items/itm_1'].map((end) => `/api/v1/results/job_1${end}`),
    );
  });

  it.each([
    ['to a login page', sendsPage(200)],
    ['to a service that does not have it', sendsPage(404)],
    ['to a redirect to a login page', sendsPage(302, { location: '/' })],
    ['to a service that is unavailable', sendsPage(502)],
    ['to an answer of another length', sends({ status: 'ok' })],
    ['to other bytes', other],
    ['to a connection that breaks', hangsUpHalfway],
  ])('%s is downloaded from the API, and no other host sees the key', async (_name, handler) => {
    const elsewhere = await localServer(handler);
    expect(await download(await serviceWith(elsewhere.url))).toBe(String(bytes));
    expect(elsewhere.requests.length).toBeGreaterThan(0);
    expect(elsewhere.requests.filter(({ headers }) => headers.authorization)).toEqual([]);
  });

  it('to an unreachable host fails, naming both hosts, when the API also lacks the file', async () => {
    const gone = await nobody();
    const service = await serviceWith(gone, sendsPage(502));
    const message = new RegExp(
      `a.pdb could be read neither from ${gone} \\(.*ECONNREFUSED\\) nor from ${service.url} `,
    );
    await expect(download(service)).rejects.toThrow(message);
  });

  it('to an error of the API fails with that error', async () => {
    const error = { error: { code: 'not_found', message: 'No such item.', resolution: 'Look.' } };
    const service = await serviceWith(await nobody(), sends(error, 404));
    await expect(download(service)).rejects.toMatchObject({ name: 'NotFoundError', message: 'No such item.' });
  });
});
