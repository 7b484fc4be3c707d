import { readFileSync } from 'node:fs';
import type { Rotamer } from '@rotamer/client';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../exitCodes.ts';
import { runFake } from '../testing/fakeIo.ts';
import { fakeService, job, properties, quote, streamOf } from '../testing/fakeService.ts';
import { mcpClient, SECRET } from '../testing/mcpClient.ts';
import { MAX_ANSWER } from './answer.ts';

const fasta = '>b\nFVNQHLCGSHLVEALYLVCGERGFFYTPKT\n>a\nGIVEQCC\n';
const work = { tool: 'protein-properties', inputs: [{ slot: 'sequences', content: fasta }] };
const ended = (id: string, final_credits: number) => ({
  ...job,
  id,
  status: 'COMPLETED',
  billing: { mode: 'fixed', finalized_at: '2026-03-01T12:00:00.000Z', final_credits },
});

/** A service with one tool that costs 4 credits. Each submission becomes a new job. */
function jobsRoutes(more: Record<string, unknown> = {}) {
  let jobs = 0;
  return {
    'GET /tools/protein-properties': properties,
    'POST /jobs/quote': { ...quote, estimated_credits: 4, billable_credits: 4 },
    'POST /jobs': () => Response.json({ ...job, id: `job_${++jobs}` }, { status: 202 }),
    'GET /jobs': { object: 'list', data: [], has_more: false, next_cursor: null },
    ...more,
  };
}
const posted = (seen: { method: string; path: string }[]) =>
  seen.filter(({ method, path }) => method === 'POST' && path === '/jobs');

describe('the tools', () => {
  it('declare their inputs and what they change', async () => {
    const { host } = await mcpClient({});
    const { tools } = await host.listTools();
    const changing = tools.filter(({ annotations }) => !annotations?.readOnlyHint).map(({ name }) => name);
    expect(changing).toEqual(['submit_job', 'review_candidates']);
    for (const { inputSchema, annotations, description } of tools) {
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
      expect(Object.keys(annotations!)).toHaveLength(5);
      expect(description!.length).toBeGreaterThan(40);
    }
  });

  it('find a tool by the search of the API, in its order', async () => {
    const tools = ['alpha', 'sequence-alignment', 'beta'].map((id) => ({
      ...properties,
      id,
      name: id,
      tags: [],
      category: 'Sequences',
      credit_model: { is_free: true },
    }));
    const { call, seen } = await mcpClient({ 'GET /tools': { object: 'list', data: tools, has_more: false } });
    const found = (await call('search_tools', { query: 'Alignment?' })).json;
    expect(found.tools.map(({ id }: { id: string }) => id)).toEqual(['alpha', 'sequence-alignment', 'beta']);
    expect(seen.map(({ path }) => path)).toEqual(['/tools?search=Alignment%3F']);
    expect((await call('search_tools', { limit: 2 })).json).toMatchObject({ total: 3, next_offset: 2 });
  });

  it('show an example that can be submitted as it is', async () => {
    const { call } = await mcpClient(jobsRoutes(), { budget: 4 });
    const { example } = (await call('show_tool', { tool: 'protein-properties' })).json;
    expect((await call('submit_job', example)).json.job.id).toBe('job_1');
  });
});

describe('a submission', () => {
  it('within the budget has its own key, an input per record, and a price cap', async () => {
    const { call, seen } = await mcpClient(jobsRoutes(), { budget: 8 });
    const { json } = await call('submit_job', { ...work, name: 'Insulin', settings: { charge_ph: 5 } });
    expect(json).toMatchObject({ job: { id: 'job_1' }, held_credits: 4, budget: { limit: 8, left: 4 } });
    await call('submit_job', work);
    const sent = posted(seen) as unknown as { body: Record<string, never>; headers: Headers }[];
    expect(sent[0]!.body).toMatchObject({ name: 'Insulin', settings: { charge_ph: 5 }, max_quoted_credits: 4 });
    expect(sent[0]!.body).toMatchObject({ input: { inputs: [{ id: 'b' }, { id: 'a' }] } });
    expect(new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(2);
  });

  it('above the budget submits nothing, and returns the price and a command for a person', async () => {
    const { call, seen } = await mcpClient(jobsRoutes(), { budget: 3 });
    const { json, isError } = await call('submit_job', work);
    expect(isError).toBe(true);
    expect(json.error).toMatchObject({ code: 'approval_required', details: { most_credits: 4, budget: { left: 3 } } });
    expect(posted(seen)).toEqual([]);
    const { command } = json.error.details;
    expect(json.error.resolution).toContain(command);
    const words = command.split(' ');
    expect(words[0]).toBe('rotamer');
    expect(JSON.parse(readFileSync(words[words.indexOf('-f') + 1], 'utf8'))).toMatchObject({ tool: work.tool });
    const approved = fakeService(jobsRoutes());
    expect((await runFake(words.slice(1), { fetch: approved.fetch })).code).toBe(0);
    expect(posted(approved.seen)).toHaveLength(1);
  });

  it('counts held credits of concurrent submissions, and releases refunds', async () => {
    const listed: object[] = [];
    const jobs = { object: 'list', data: listed, has_more: false, next_cursor: null };
    const { call } = await mcpClient(jobsRoutes({ 'GET /jobs': () => jobs }), { budget: 9 });
    const outcomes = await Promise.all([1, 2, 3].map(() => call('submit_job', work)));
    expect(outcomes.map(({ isError }) => isError).sort()).toEqual([false, false, true]);
    listed.push(ended('job_1', 0), ended('job_2', 1));
    expect((await call('submit_job', work)).json.budget).toEqual({ limit: 9, left: 4 });
  });

  it('releases its credits when refused, and keeps them when the outcome is unknown', async () => {
    const refusing = (status: number) => ({
      'POST /jobs': () =>
        Response.json({ error: { code: 'x', message: 'No.', resolution: 'Do.', details: { a: 1 } } }, { status }),
    });
    const refused = await mcpClient(jobsRoutes(refusing(409)), { budget: 4 });
    const { json, isError } = await refused.call('submit_job', work);
    expect(isError).toBe(true);
    expect(json.error).toMatchObject({ code: 'x', message: 'No.', resolution: 'Do.', details: { a: 1 } });
    expect((await refused.call('quote_job', work)).json.budget.left).toBe(4);
    const lost = await mcpClient(jobsRoutes(refusing(503)), { budget: 4 });
    await lost.call('submit_job', work);
    expect((await lost.call('quote_job', work)).json.budget.left).toBe(0);
  });

  it('of a metered job counts and caps everything that it may reserve', async () => {
    const billing = { mode: 'metered_runtime', reserved_credits: 2, rate_credits_per_minute: 1 };
    const metered = jobsRoutes({ 'POST /jobs/quote': { ...quote, estimated_credits: 5, billing } });
    const { call, seen } = await mcpClient(metered, { budget: 20 });
    expect((await call('submit_job', work)).json.held_credits).toBe(5);
    expect((await call('submit_job', { ...work, max_credits: 7 })).json.budget.left).toBe(8);
    const sent = posted(seen) as unknown as { body: object }[];
    expect(sent.map(({ body }) => body)).toMatchObject([
      { billing: { max_reserved_credits: 5 } },
      { billing: { max_reserved_credits: 7 } },
    ]);
  });

  it('is refused for a blocked quote, wrong arguments and too much content', async () => {
    const blocking_errors = [{ code: 'insufficient_credits', message: 'Too few.' }];
    const { call, seen } = await mcpClient(jobsRoutes({ 'POST /jobs/quote': { ...quote, blocking_errors } }), {
      budget: 9,
    });
    const codeOf = async (args: object) => (await call('submit_job', args)).json.error.code;
    expect(await codeOf(work)).toBe('insufficient_credits');
    expect(await codeOf({ ...work, inputs: [] })).toBe('validation_error');
    expect(await codeOf({ ...work, unknown: 1 })).toBe('validation_error');
    expect(await codeOf({ ...work, inputs: [{ slot: 'sequences' }] })).toBe('validation_error');
    expect(await codeOf({ ...work, inputs: [{ slot: 'nothing', content: fasta }] })).toBe('usage');
    const large = `>a\n${'M'.repeat(300_000)}`;
    const inputs = [1, 2].map(() => ({ slot: 'sequences', content: large }));
    expect(await codeOf({ ...work, inputs })).toBe('payload_too_large');
    expect(posted(seen)).toEqual([]);
  });
});

describe('waiting', () => {
  it('reports progress on request, and the final state', async () => {
    const { call } = await mcpClient({ 'GET /jobs/job_1/events': () => streamOf('COMPLETED') });
    const heard: (string | undefined)[] = [];
    const options = { onprogress: ({ message }: { message?: string }) => void heard.push(message) };
    const { json } = await call('wait_for_job', { job: 'job_1' }, options);
    expect(json).toMatchObject({
      ended: true,
      job: { status: 'COMPLETED' },
      next: expect.stringContaining('read_result'),
    });
    expect(heard.at(-1)).toContain('COMPLETED');
  });

  it('leaves the job running at its time limit, and says how to continue', async () => {
    const hanging = () => new Response(new ReadableStream(), { headers: { 'content-type': 'text/event-stream' } });
    const { call, seen } = await mcpClient({ 'GET /jobs/job_1/events': hanging });
    const { json, isError } = await call('wait_for_job', { job: 'job_1', seconds: 0.1 });
    expect([json.ended, isError]).toEqual([false, false]);
    expect(json.next).toContain('wait_for_job again');
    expect(seen.every(({ method }) => method === 'GET')).toBe(true);
    expect((await call('wait_for_job', { job: 'job_1', seconds: 61 })).json.error.code).toBe('validation_error');
  });
});

describe('a result', () => {
  const text = `${'ATOM ümlaut\n'.repeat(5_000)}END\n`;
  const bytes = Buffer.from(text);
  const file = (name: string) => ({
    key: 'itm_1',
    name,
    output_port_id: 'models',
    format: 'PDB',
    size: bytes.length,
    sha256: 'x',
    url: 'http://rotamer.test/api/v1/blob?sig=SECRET',
  });
  const rows = Array.from({ length: 2_000 }, (_, n) => ({
    output_port_id: 'rows',
    value: { n, text: 'x'.repeat(n === 3 ? 9_000 : 90) },
  }));
  const routes = {
    'GET /results/job_1': {
      object: 'job_result',
      job_id: 'job_1',
      tool: 't',
      status: 'COMPLETED',
      files: [file('m.pdb')],
      results: rows,
    },
    'GET /blob': ({ headers }: { headers: Headers }) => {
      const start = Number(/bytes=(\d+)-/.exec(headers.get('range') ?? '')?.[1] ?? 0);
      const range = { 'content-range': `bytes ${start}-${bytes.length - 1}/${bytes.length}` };
      return new Response(bytes.subarray(start), start > 0 ? { status: 206, headers: range } : {});
    },
  };

  it('is listed without its links', async () => {
    const { call } = await mcpClient(routes);
    const { json, text: shown } = await call('read_result', { job: 'job_1' });
    expect(json).toMatchObject({ ports: [{ port: 'rows', rows: 2_000 }], files: [{ name: 'm.pdb' }] });
    expect(shown).not.toContain('SECRET');
  });

  it('is read in parts, as rows and as text, with one request', async () => {
    const { call, seen } = await mcpClient(routes);
    const read: number[] = [];
    for (let offset: number | undefined = 0; offset !== undefined; ) {
      const { json, text: shown } = await call('read_result', { job: 'job_1', port: 'rows', offset, limit: 700 });
      expect(shown.length).toBeLessThanOrEqual(MAX_ANSWER);
      for (const row of json.rows) read.push(typeof row === 'string' ? 3 : row.n);
      if (offset === 0) expect(json.rows[3]).toMatch(/more characters\)$/);
      offset = json.next_offset;
    }
    expect(read).toEqual(rows.map((_, n) => n));
    let whole = '';
    for (let offset: number | undefined = 0; offset !== undefined; ) {
      const { json } = await call('read_result', { job: 'job_1', file: 'm.pdb', offset, limit: 19_999 });
      whole += json.text;
      offset = json.next_offset;
    }
    expect(whole).toBe(text);
    expect(seen.filter(({ path }) => path.startsWith('/results/'))).toHaveLength(1);
  });

  it('without the requested port or file lists the existing ones', async () => {
    const { call } = await mcpClient(routes);
    for (const what of [{ port: 'x' }, { file: 'x' }]) {
      const { text: shown } = await call('read_result', { job: 'job_1', ...what });
      expect(shown).toMatch(/not_found.*(rows|m\.pdb)/s);
    }
  });
});

it('candidates are reviewed with the digest that was shown', async () => {
  const candidate = {
    id: 'itm_1',
    label: 'butane',
    kind: 'smiles',
    format: 'SMILES',
    metrics: { a: 1 },
    text: 'C'.repeat(900),
  };
  const curation = {
    object: 'workflow_curation',
    candidates: [candidate],
    candidate_set_digest: 'abc',
    review_url: '/r/1',
    decision: null,
  };
  const decision = { approved_candidate_ids: ['itm_1'], rejected_candidate_ids: [] };
  const { call, seen } = await mcpClient({
    'GET /workflow-runs/run_1/curation': curation,
    'POST /workflow-runs/run_1/curation': { ...curation, decision },
  });
  const { json } = await call('list_candidates', { run: 'run_1' });
  expect(json).toMatchObject({ candidate_set_digest: 'abc', page: 'http://rotamer.test/r/1', total: 1 });
  const review = { run: 'run_1', candidate_set_digest: json.candidate_set_digest, approve: ['itm_1'], note: 'good' };
  expect((await call('review_candidates', review)).json).toMatchObject({ approved: 1, rejected: 0 });
  expect(seen.at(-1)!.body).toEqual({ candidate_set_digest: 'abc', approved_candidate_ids: ['itm_1'], note: 'good' });
});

it('returns errors with code, message and resolution, and never a key', async () => {
  const { call } = await mcpClient({});
  const missing = await call('show_tool', { tool: 'nothing' });
  expect(missing.isError).toBe(true);
  expect(missing.json.error).toMatchObject({ code: 'not_found', message: expect.any(String), resolution: 'Look.' });
  expect((await call('no_such_tool')).json.error.code).toBe('not_found');
  const withoutKey = (): Rotamer => {
    throw new UsageError('There is no API key.');
  };
  const keyless = await mcpClient({}, { client: withoutKey });
  expect((await keyless.call('list_jobs')).json.error).toMatchObject({ code: 'usage', resolution: expect.any(String) });
  const broken = await mcpClient({
    'GET /jobs': () => {
      throw new Error('reset');
    },
  });
  const cut = await broken.call('list_jobs');
  expect(cut.json.error.code).toBe('connection_failed');
  for (const { text } of [missing, cut]) expect(text).not.toContain(SECRET);
});

it('reports a wrong command line of the server only on stderr', async () => {
  const { code, io } = await runFake(['mcp', '--budget', 'much']);
  expect([code, io.stdout]).toEqual([2, '']);
  expect(io.stderr).toContain('whole number');
});
