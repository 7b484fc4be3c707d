import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { runFake } from './testing/fakeIo.ts';
import { fakeService, job, properties, quote, type Seen } from './testing/fakeService.ts';

let cwd: string;

beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'rotamer-faults-'));
  const made = cwd;
  onTestFinished(() => rmSync(made, { recursive: true }));
});

function refusal(status: number, code: string, headers: Record<string, string> = {}): Response {
  return Response.json({ error: { code, message: 'No.', resolution: 'Do.' } }, { status, headers });
}

/** Gives replies one after the other. The last one serves all further requests. */
function inTurn(...replies: ((seen: Seen) => unknown)[]) {
  return (seen: Seen) => (replies.length > 1 ? replies.shift()! : replies[0]!)(seen);
}

describe('a limit of requests', () => {
  const submit = ['submit', 'protein-properties', 'a.fasta', '--yes'];
  const routes = { 'GET /tools/protein-properties': properties, 'POST /jobs/quote': quote };

  beforeEach(() => writeFileSync(join(cwd, 'a.fasta'), '>a\nMKV\n'));

  it('is waited out, and one job is created', async () => {
    const jobs = inTurn(
      () => refusal(429, 'rate_limited'),
      () => Response.json(job, { status: 202 }),
    );
    const { fetch, seen } = fakeService({ ...routes, 'POST /jobs': jobs });
    const { code, json } = await runFake(submit, { fetch, cwd });
    expect([code, json().id]).toEqual([0, 'job_1']);
    const keys = seen.filter(({ path }) => path === '/jobs').map(({ headers }) => headers.get('idempotency-key'));
    expect(keys).toEqual([keys[0], keys[0]]);
  });

  it('that lasts longer than a minute ends with 6 at once', async () => {
    const limited = () => refusal(429, 'rate_limited', { 'retry-after': '61' });
    const { fetch, seen } = fakeService({ ...routes, 'POST /jobs': limited });
    const { code, json } = await runFake(submit, { fetch, cwd });
    expect([code, json().error.retry_after]).toEqual([6, 61]);
    expect(seen.filter(({ path }) => path === '/jobs')).toHaveLength(1);
  });
});

describe('a download', () => {
  const bytes = Buffer.from('ATOM      1  N   MET A   1      27.340  24.430   2.614\n'.repeat(1_000));
  const file = {
    key: 'itm_1',
    name: 'model.pdb',
    output_port_id: 'models',
    order: 0,
    rank: null,
    source_input_ids: [],
    format: 'PDB',
    size: bytes.length,
    content_type: 'chemical/x-pdb',
    sha256: createHash('sha256').update(bytes).digest('hex'),
    url: 'http://rotamer.test/blobs/model.pdb?sig=x',
  };
  const result = { object: 'job_result', job_id: 'job_1', tool: 't', status: 'COMPLETED', files: [file], results: [] };
  const download = ['results', 'download', 'job_1', '-o', 'out'];

  /** Sends at most this many bytes from the requested position. */
  function serve(atMost = Infinity) {
    return ({ headers }: Seen) => {
      const start = Number(/bytes=(\d+)-/.exec(headers.get('range') ?? '')?.[1] ?? 0);
      const range = { 'content-range': `bytes ${start}-${bytes.length - 1}/${bytes.length}` };
      const body = bytes.subarray(start, start + atMost);
      return new Response(body, start > 0 ? { status: 206, headers: range } : {});
    };
  }

  it('that is cut off is resumed, also when its link has expired', async () => {
    const { fetch, seen } = fakeService({
      'GET /results/job_1': result,
      'GET /blobs/model.pdb': inTurn(serve(20_000), () => refusal(403, 'forbidden')),
      'GET /results/job_1/items/itm_1': serve(),
    });
    const { code, json } = await runFake(download, { fetch, cwd });
    expect([code, json().files.length]).toEqual([0, 1]);
    expect(readFileSync(join(cwd, 'out', 'model.pdb')).equals(bytes)).toBe(true);
    expect(seen.at(-1)!.headers.get('range')).toBe('bytes=20000-');
    expect((await runFake(['results', 'verify', 'out'], { cwd })).code).toBe(0);
  });

  it('with wrong bytes ends with 11, and leaves no file', async () => {
    const { fetch } = fakeService({
      'GET /results/job_1': result,
      'GET /blobs/model.pdb': () => new Response(Buffer.from(bytes).fill('X', 10, 20)),
      'GET /results/job_1/items/itm_1': () => new Response(Buffer.from(bytes).fill('X', 10, 20)),
    });
    expect((await runFake(download, { fetch, cwd })).code).toBe(11);
    expect(readdirSync(join(cwd, 'out'))).toEqual([]);
  });

  it('that receives nothing ends with 1, and can be resumed', async () => {
    const { fetch } = fakeService({
      'GET /results/job_1': result,
      'GET /blobs/model.pdb': inTurn(serve(20_000), serve(0)),
      'GET /results/job_1/items/itm_1': serve(0),
    });
    expect((await runFake(download, { fetch, cwd })).code).toBe(1);
    const { fetch: healthy, seen } = fakeService({ 'GET /results/job_1': result, 'GET /blobs/model.pdb': serve() });
    expect((await runFake(download, { fetch: healthy, cwd })).code).toBe(0);
    expect(seen.at(-1)!.headers.get('range')).toBe('bytes=20000-');
    expect(readFileSync(join(cwd, 'out', 'model.pdb')).equals(bytes)).toBe(true);
  });
});
