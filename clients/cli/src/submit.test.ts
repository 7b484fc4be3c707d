import { fakeTime } from '@rotamer/client/testing/fakeTime.ts';
import { describe, expect, it } from 'vitest';
import { runFake } from './testing/fakeIo.ts';
import { fakeService, job, properties, quote, streamOf } from './testing/fakeService.ts';

const fasta = '>b insulin B\nFVNQHLCGSHLVEALYLVCGERGFFYTPKT\n>a\nGIVEQCCTSICSLYQLENYCN\n';

function service(more: Record<string, unknown> = {}) {
  return fakeService({
    'GET /tools/protein-properties': properties,
    'POST /jobs/quote': quote,
    'POST /jobs': () => Response.json(job, { status: 202 }),
    'GET /jobs/job_1/events': () => streamOf('COMPLETED'),
    ...more,
  });
}

const submit = ['submit', 'protein-properties', '-'];

describe('submit', () => {
  it('creates an input for every FASTA record, and prints one JSON document', async () => {
    const { fetch, seen } = service();
    const { code, json } = await runFake([...submit, '--yes', '--set', 'charge_ph=5.5'], { fetch, stdin: fasta });
    expect(code).toBe(0);
    expect(json()).toEqual(job);
    const { body } = seen.find(({ method, path }) => method === 'POST' && path === '/jobs')!;
    expect(body.input.inputs.map(({ id, content }: { id: string; content: string }) => [id, content])).toEqual([
      ['b', '>b insulin B\nFVNQHLCGSHLVEALYLVCGERGFFYTPKT\n'],
      ['a', '>a\nGIVEQCCTSICSLYQLENYCN\n'],
    ]);
    expect(body.settings).toEqual({ charge_ph: 5.5 });
  });

  it('spends nothing in a script without an agreed price', async () => {
    const { fetch, seen } = service();
    const { code, json, io } = await runFake(submit, { fetch, stdin: fasta });
    expect(code).toBe(2);
    expect(json().error).toMatchObject({ code: 'usage', exit_code: 2 });
    expect(io.stderr).toContain('--max-credits 1');
    expect(seen.some(({ method, path }) => method === 'POST' && path === '/jobs')).toBe(false);
  });

  it('shows a person the price, and caps the job at the agreed price', async () => {
    const { fetch, seen } = service();
    const { code, io } = await runFake(submit, { fetch, stdin: fasta, terminal: true, answer: 'y' });
    expect(code).toBe(0);
    expect(io.stderr).toContain('1 credit; 10 credits available');
    expect(seen.at(-1)!.body.max_quoted_credits).toBe(1);
    const refused = await runFake(submit, { fetch: service().fetch, stdin: fasta, terminal: true, answer: 'n' });
    expect(refused.code).toBe(2);
  });

  it('caps price and reservation of a metered job', async () => {
    const metered = { ...properties, credit_model: { is_free: false, mode: 'metered_runtime' } };
    const { fetch, seen } = service({ 'GET /tools/protein-properties': metered });
    await runFake([...submit, '--max-credits', '5'], { fetch, stdin: fasta });
    expect(seen.at(-1)!.body).toMatchObject({ max_quoted_credits: 5, billing: { max_reserved_credits: 5 } });
  });

  it.each([
    ['insufficient_credits', 8],
    ['daily_limit_exceeded', 6],
  ])('stops after a quote that is blocked by %s', async (code, exitCode) => {
    const blocked = { ...quote, blocking_errors: [{ code, message: 'It is blocked.' }] };
    const { fetch, seen } = service({ 'POST /jobs/quote': blocked });
    expect((await runFake([...submit, '--yes'], { fetch, stdin: fasta })).code).toBe(exitCode);
    expect(seen.at(-1)!.path).toBe('/jobs/quote');
  });

  it('waits while there are too many active jobs, but not with --retry-for 0', async () => {
    const full = { code: 'concurrent_job_limit_exceeded', message: 'It is full.' };
    const limited = () => Response.json({ error: full }, { status: 402, headers: { 'retry-after': '5' } });
    const replies = [limited, limited, () => Response.json(job, { status: 202 })];
    const routes = {
      'POST /jobs/quote': { ...quote, blocking_errors: [full] },
      'POST /jobs': () => replies.shift()!(),
    };
    const time = fakeTime();
    const { code, io } = await runFake([...submit, '--yes'], { fetch: service(routes).fetch, stdin: fasta, time });
    expect([code, io.stderr]).toEqual([0, 'It is full: trying again for up to 60 s. Ctrl-C ends that.\n']);
    expect(time.waited).toEqual([5000, 5000]);
    const at = await runFake([...submit, '--yes', '--retry-for', '0'], { fetch: service(routes).fetch, stdin: fasta });
    expect(at.code).toBe(6);
  });

  it.each([
    ['COMPLETED', 0],
    ['FAILED', 9],
    ['TIMEOUT', 9],
    ['CANCELLED', 9],
    ['BUDGET_EXCEEDED', 8],
  ])('waits, and exits with a code for the status %s', async (status, exitCode) => {
    const { fetch } = service({ 'GET /jobs/job_1/events': () => streamOf(status) });
    const { code, json } = await runFake([...submit, '--yes', '--wait'], { fetch, stdin: fasta });
    expect(code).toBe(exitCode);
    expect(json().status).toBe(status);
  });

  it('follows with one state per line', async () => {
    const { io } = await runFake([...submit, '--yes', '--follow'], { fetch: service().fetch, stdin: fasta });
    const lines = io.stdout.trim().split('\n');
    expect(lines.map((line) => JSON.parse(line).status)).toEqual(['COMPLETED']);
  });

  it('uploads files that are too large for a request', async () => {
    const long = `>long\n${'ACDEFGHIKL'.repeat(60_000)}\n`;
    const { fetch, seen } = service({ 'POST /files': { object: 'file', id: 'file_1' } });
    await runFake([...submit, '--yes'], { fetch, stdin: long });
    expect(seen.at(-1)!.body.input.inputs).toEqual([
      {
        id: 'stdin',
        slotId: 'sequences',
        kind: 'protein',
        format: 'FASTA',
        source: { type: 'file', file_id: 'file_1' },
      },
    ]);
  });

  it('sends nothing in a dry run', async () => {
    const { fetch, seen } = service();
    const { json } = await runFake([...submit, '--dry-run'], { fetch, stdin: fasta });
    expect(json().request.input.inputs).toHaveLength(2);
    expect(json().quote).toEqual(quote);
    expect(seen.map(({ path }) => path)).toEqual(['/tools/protein-properties', '/jobs/quote']);
  });

  it('names the existing settings', async () => {
    const { code, io } = await runFake([...submit, '--set', 'ph=5'], { fetch: service().fetch, stdin: fasta });
    expect(code).toBe(2);
    expect(io.stderr).toContain('charge_ph, treat_unknown');
  });

  it('leaves the job running on Ctrl-C, and says how to return to it', async () => {
    const ctrlC = new AbortController();
    const hanging = () => {
      setImmediate(() => ctrlC.abort(new Error('Ctrl-C')));
      return new Response(new ReadableStream(), { headers: { 'content-type': 'text/event-stream' } });
    };
    const { fetch, seen } = service({ 'GET /jobs/job_1/events': hanging });
    const { code, io } = await runFake([...submit, '--yes', '--wait'], {
      fetch,
      stdin: fasta,
      interrupted: ctrlC.signal,
    });
    expect(code).toBe(130);
    expect(io.stderr).toContain('rotamer jobs watch job_1');
    expect(seen.some(({ path }) => path.includes('cancel'))).toBe(false);
  });

  it('reports after a timeout that the job still runs', async () => {
    const hanging = () => new Response(new ReadableStream(), { headers: { 'content-type': 'text/event-stream' } });
    const { fetch } = service({ 'GET /jobs/job_1/events': hanging });
    const { code, io } = await runFake([...submit, '--yes', '--wait', '--timeout', '0.05s'], { fetch, stdin: fasta });
    expect(code).toBe(7);
    expect(io.stderr).toContain('rotamer jobs watch job_1');
  });
});
