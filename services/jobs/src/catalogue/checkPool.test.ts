import { tools } from '@rotamer/tools/catalogue.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startCheckPool } from './checkPool.ts';

const input = (text: string) => ({ id: 'in1', slotId: 'sequences', kind: 'protein', format: 'FASTA', text });

describe('the check pool', () => {
  it('answers every tool’s verdict and completes its settings', async () => {
    const pool = startCheckPool();
    onTestFinished(pool.stop);
    const good = await pool.check({ tool: 'protein-properties', inputs: [input('>a\nMKV\n')], settings: {} });
    expect(good).toMatchObject({ verdict: { problems: [] }, settings: { charge_ph: 7 } });
    for (const { contract } of tools) {
      const { verdict } = await pool.check({ tool: contract.id, inputs: [], settings: {} });
      expect(verdict.problems[0]).toMatchObject({ path: 'input.inputs' });
    }
  });

  it('serves more checks at once than it has threads', async () => {
    const pool = startCheckPool();
    onTestFinished(pool.stop);
    const checks = Array.from({ length: 50 }, () =>
      pool.check({ tool: 'protein-properties', inputs: [input('>a\nMKV\n')], settings: {} }),
    );
    for (const { verdict } of await Promise.all(checks)) expect(verdict.problems).toEqual([]);
  });

  it('refuses the check that hangs and the one that ends its thread, and answers all that travelled with them', async () => {
    // Three threads start one after the other, which takes long on a busy machine.
    const pool = startCheckPool({ worker: new URL('../testing/badChecks.ts', import.meta.url), queueMs: 60_000 });
    onTestFinished(pool.stop);
    const asked = ['first', 'good', 'hangs', 'fine', 'dies', 'well'].map((tool) =>
      pool.check({ tool, inputs: [], settings: {} }),
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

  it('passes on what a worker throws', async () => {
    const pool = startCheckPool();
    onTestFinished(pool.stop);
    await expect(pool.check({ tool: 'no-such-tool', inputs: [], settings: {} })).rejects.toThrow(
      'no tool no-such-tool',
    );
  });
});
