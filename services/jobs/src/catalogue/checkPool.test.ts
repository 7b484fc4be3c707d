import { tools } from '@rotamer/tools/catalogue.ts';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { CHECK_LIMITS } from './checkLimits.ts';
import { startCheckPool } from './checkPool.ts';

const input = (text: string) => ({ id: 'in1', slotId: 'sequences', kind: 'protein', format: 'FASTA', text });

const BAD_CHECKS = new URL('../testing/badChecks.ts', import.meta.url);

/** Long limits for a busy test machine, on which threads start late and get little CPU time. */
const patient = { queueMs: 60_000, limits: { ...CHECK_LIMITS, wallMs: 60_000 } };
/** And little CPU time, of which checks that hang use all. */
const strict = { ...patient, limits: { ...patient.limits, processorMs: 300 } };

/** A pool with the checks of the tools. Its threads load all of them, which takes a second, once for all tests. */
const real = startCheckPool(patient);
afterAll(real.stop);

describe('the check pool', () => {
  it('returns every tool’s verdict and fills in default settings', async () => {
    const good = await real.check('ws_one', { tool: 'protein-properties', inputs: [input('>a\nMKV\n')], settings: {} });
    expect(good).toMatchObject({ verdict: { problems: [] }, settings: { charge_ph: 7 } });
    for (const { contract } of tools) {
      const { verdict } = await real.check('ws_one', { tool: contract.id, inputs: [], settings: {} });
      expect(verdict.problems[0]).toMatchObject({ path: 'input.inputs' });
    }
  });

  it('serves more concurrent checks than it has threads', async () => {
    const checks = Array.from({ length: 50 }, () =>
      real.check('ws_one', { tool: 'protein-properties', inputs: [input('>a\nMKV\n')], settings: {} }),
    );
    for (const { verdict } of await Promise.all(checks)) expect(verdict.problems).toEqual([]);
  });

  it('answers checks of one turn of the event loop in the same turn', async () => {
    const pool = startCheckPool({ worker: BAD_CHECKS, ...patient });
    onTestFinished(pool.stop);
    let answered = 0;
    const checks = [1, 2, 3, 4, 5].map(async () => {
      await pool.check('ws_one', { tool: 'good', inputs: [], settings: {} });
      answered++;
    });
    await Promise.race(checks);
    // Still the same turn: no message of another thread arrives in between.
    await new Promise<void>((resolve) => process.nextTick(resolve));
    expect(answered).toBe(5);
  });

  it('refuses a check that hangs or ends its thread, and answers the others of its batch', async () => {
    const pool = startCheckPool({ worker: BAD_CHECKS, ...strict });
    onTestFinished(pool.stop);
    const asked = ['first', 'good', 'hangs', 'fine', 'dies', 'well'].map((tool) =>
      pool.check('ws_one', { tool, inputs: [], settings: {} }),
    );
    const checked = (tool: string) => ({ status: 'fulfilled', value: { settings: { checked: tool } } });
    expect(await Promise.allSettled(asked)).toMatchObject([
      checked('first'),
      checked('good'),
      { status: 'rejected', reason: { code: 'validation_error', message: expect.stringContaining('within 0.3 s') } },
      checked('fine'),
      { status: 'rejected' },
      checked('well'),
    ]);
  });

  it('limits the CPU time of a check, and reports a machine without time for it', async () => {
    const start = (processorMs: number, wallMs: number) => {
      const pool = startCheckPool({ worker: BAD_CHECKS, queueMs: 60_000, limits: { processorMs, wallMs } });
      onTestFinished(pool.stop);
      return (tool: string) => pool.check('ws_one', { tool, inputs: [], settings: {} });
    };
    const hurried = start(300, 60_000);
    expect(await hurried('waits')).toMatchObject({ settings: { checked: 'waits' } });
    await expect(hurried('hangs')).rejects.toMatchObject({ code: 'validation_error' });
    const starved = start(60_000, 300);
    await expect(starved('waits')).rejects.toMatchObject({ code: 'service_unavailable', retryAfterSeconds: 2 });
  });

  it('refuses a check that has waited too long for a thread', async () => {
    const pool = startCheckPool({ ...strict, worker: BAD_CHECKS, threads: 2, queueMs: 300 });
    onTestFinished(pool.stop);
    const ask = () => pool.check('ws_slow', { tool: 'hangs', inputs: [], settings: {} }).catch((fault) => fault.code);
    const first = ask();
    expect(await Promise.race([first, ask()])).toBe('service_unavailable');
  });

  it('delays only the workspace that sends slow checks', async () => {
    const pool = startCheckPool({ ...strict, worker: BAD_CHECKS, threads: 2 });
    onTestFinished(pool.stop);
    const ask = (workspaceId: string, tool: string) => pool.check(workspaceId, { tool, inputs: [], settings: {} });
    // Now both threads have started.
    await Promise.all([ask('ws_first', 'good'), ask('ws_second', 'good')]);
    let hanging = 3;
    const slow = Array.from({ length: hanging }, () =>
      ask('ws_slow', 'hangs').catch((fault) => {
        hanging--;
        return fault.code;
      }),
    );
    for (let i = 0; i < 40; i++) await Promise.all([ask('ws_first', 'good'), ask('ws_second', 'good')]);
    expect(hanging).toBeGreaterThan(0);
    // Other workspaces are not delayed either while the thread of a stopped check is being replaced.
    await Promise.race(slow);
    const left = hanging;
    for (let i = 0; i < 10; i++) await Promise.all([ask('ws_first', 'good'), ask('ws_second', 'good')]);
    expect(hanging).toBe(left);
    expect(new Set(await Promise.all(slow))).toEqual(new Set(['validation_error']));
  });

  it('refuses checks over the limit of one workspace, and none of another workspace', async () => {
    const ask = (workspaceId: string) =>
      real.check(workspaceId, { tool: 'protein-properties', inputs: [input('>a\nMKV\n')], settings: {} });
    const many = Array.from({ length: 400 }, () => ask('ws_many').catch((fault) => fault));
    const other = await ask('ws_other');
    expect(other.verdict.problems).toEqual([]);
    const refused = (await Promise.all(many)).filter((answer) => answer instanceof Error);
    expect(refused.length).toBeGreaterThan(0);
    for (const fault of refused) expect(fault).toMatchObject({ code: 'service_unavailable', retryAfterSeconds: 2 });
  });

  it('rejects with the error that a worker throws', async () => {
    await expect(real.check('ws_one', { tool: 'no-such-tool', inputs: [], settings: {} })).rejects.toThrow(
      'no tool no-such-tool',
    );
  });
});
