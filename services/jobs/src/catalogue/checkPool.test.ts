import { tools } from '@rotamer/tools/catalogue.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startCheckPool } from './checkPool.ts';

const input = (text: string) => ({ id: 'in1', slotId: 'sequences', kind: 'protein', format: 'FASTA', text });

describe('the check pool', () => {
  it('answers every tool’s verdict and completes its settings', async () => {
    const pool = startCheckPool();
    onTestFinished(pool.stop);
    const good = await pool.check('ws_one', { tool: 'protein-properties', inputs: [input('>a\nMKV\n')], settings: {} });
    expect(good).toMatchObject({ verdict: { problems: [] }, settings: { charge_ph: 7 } });
    for (const { contract } of tools) {
      const { verdict } = await pool.check('ws_one', { tool: contract.id, inputs: [], settings: {} });
      expect(verdict.problems[0]).toMatchObject({ path: 'input.inputs' });
    }
  });

  it('serves more checks at once than it has threads', async () => {
    const pool = startCheckPool();
    onTestFinished(pool.stop);
    const checks = Array.from({ length: 50 }, () =>
      pool.check('ws_one', { tool: 'protein-properties', inputs: [input('>a\nMKV\n')], settings: {} }),
    );
    for (const { verdict } of await Promise.all(checks)) expect(verdict.problems).toEqual([]);
  });

  it('refuses the check that hangs and the one that ends its thread, and answers all that travelled with them', async () => {
    // Three threads start one after the other, which takes long on a busy machine.
    const pool = startCheckPool({ worker: new URL('../testing/badChecks.ts', import.meta.url), queueMs: 60_000 });
    onTestFinished(pool.stop);
    const asked = ['first', 'good', 'hangs', 'fine', 'dies', 'well'].map((tool) =>
      pool.check('ws_one', { tool, inputs: [], settings: {} }),
    );
    const checked = (tool: string) => ({ status: 'fulfilled', value: { settings: { checked: tool } } });
    expect(await Promise.allSettled(asked)).toMatchObject([
      checked('first'),
      checked('good'),
      { status: 'rejected', reason: { code: 'validation_error', message: expect.stringContaining('within 2 s') } },
      checked('fine'),
      { status: 'rejected' },
      checked('well'),
    ]);
  });

  it('lets one workspace that sends slow checks wait for itself alone', async () => {
    const pool = startCheckPool({
      worker: new URL('../testing/badChecks.ts', import.meta.url),
      threads: 2,
      queueMs: 4_000,
    });
    onTestFinished(pool.stop);
    const ask = (workspaceId: string, tool: string) => pool.check(workspaceId, { tool, inputs: [], settings: {} });
    // Both threads have started.
    await Promise.all([ask('ws_first', 'good'), ask('ws_second', 'good')]);
    let hanging = 4;
    const slow = Array.from({ length: hanging }, () =>
      ask('ws_slow', 'hangs').catch((fault) => {
        hanging--;
        return fault.code;
      }),
    );
    for (let i = 0; i < 40; i++) await Promise.all([ask('ws_first', 'good'), ask('ws_second', 'good')]);
    expect(hanging).toBeGreaterThan(0);
    // Nor while the thread of a check that took too long is being replaced.
    await Promise.race(slow);
    const left = hanging;
    for (let i = 0; i < 10; i++) await Promise.all([ask('ws_first', 'good'), ask('ws_second', 'good')]);
    expect(hanging).toBe(left);
    // Its own run one after the other, so the last is refused without a thread.
    expect(new Set(await Promise.all(slow))).toEqual(new Set(['validation_error', 'service_unavailable']));
  });

  it('refuses what is too much of one workspace, and nobody else’s', async () => {
    const pool = startCheckPool();
    onTestFinished(pool.stop);
    const ask = (workspaceId: string) =>
      pool.check(workspaceId, { tool: 'protein-properties', inputs: [input('>a\nMKV\n')], settings: {} });
    const many = Array.from({ length: 400 }, () => ask('ws_many').catch((fault) => fault));
    const other = await ask('ws_other');
    expect(other.verdict.problems).toEqual([]);
    const refused = (await Promise.all(many)).filter((answer) => answer instanceof Error);
    expect(refused.length).toBeGreaterThan(0);
    for (const fault of refused) expect(fault).toMatchObject({ code: 'service_unavailable', retryAfterSeconds: 2 });
  });

  it('passes on what a worker throws', async () => {
    const pool = startCheckPool();
    onTestFinished(pool.stop);
    await expect(pool.check('ws_one', { tool: 'no-such-tool', inputs: [], settings: {} })).rejects.toThrow(
      'no tool no-such-tool',
    );
  });
});
