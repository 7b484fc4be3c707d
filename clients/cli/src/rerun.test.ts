import { describe, expect, it } from 'vitest';
import { runFake } from './testing/fakeIo.ts';
import { fakeService, job, properties, quote } from './testing/fakeService.ts';

function service(more: Record<string, unknown> = {}) {
  return fakeService({
    'GET /tools/protein-properties': properties,
    'GET /jobs/job_1/status': { ...job, tool: 'protein-properties' },
    'POST /jobs/job_1/rerun/quote': quote,
    'POST /jobs/job_1/rerun': () => Response.json({ ...job, id: 'job_2' }, { status: 202 }),
    ...more,
  });
}

const rerun = ['jobs', 'rerun', 'job_1'];

describe('jobs rerun', () => {
  it('submits the job in the newest release, with other settings, under a new key', async () => {
    const { fetch, seen } = service();
    const flags = ['--newest', '--set', 'charge_ph=5.5', '--max-credits', '2'];
    const { code, json } = await runFake([...rerun, ...flags], { fetch });
    expect([code, json().id]).toEqual([0, 'job_2']);
    const changes = { dataset_release: 'newest', settings: { charge_ph: 5.5 } };
    expect(seen.at(-2)!.body).toEqual(changes);
    expect(seen.at(-1)!.body).toEqual({ ...changes, max_quoted_credits: 2 });
    expect(seen.at(-1)!.headers.get('idempotency-key')).toMatch(/./);
  });

  it('spends nothing in a script without an agreed price', async () => {
    const { fetch, seen } = service();
    expect((await runFake(rerun, { fetch })).code).toBe(2);
    expect(seen.map(({ path }) => path)).toEqual(['/jobs/job_1/rerun/quote']);
  });

  it('shows the price and submits nothing with --dry-run', async () => {
    const { fetch, seen } = service();
    const { code, json } = await runFake([...rerun, '--dry-run'], { fetch });
    expect([code, json().estimated_credits]).toEqual([0, 1]);
    expect(seen.map(({ path }) => path)).toEqual(['/jobs/job_1/rerun/quote']);
  });
});
