import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runFake } from '../testing/fakeIo.ts';
import { fakeService, properties } from '../testing/fakeService.ts';

const items = { total: 2, waiting: 0, active: 0, completed: 2, failed: 0, skipped: 0 };
const batch = {
  id: 'batch_1',
  object: 'batch',
  status: 'COMPLETED',
  items,
  actual_credits: 2,
  problems: [],
  problem_count: 0,
};
const quote = {
  ...{ object: 'batch_quote', submissions: 2, valid_submissions: 2, estimated_credits: 2, max_credits: 2 },
  ...{ available_credits: 10, problems: [], problem_count: 0 },
};

/** A folder with two sequences of the same name in other folders, and one that the first of many jobs names. */
function folder(): string {
  const cwd = mkdtempSync(join(tmpdir(), 'rotamer-each-'));
  onTestFinished(() => rmSync(cwd, { recursive: true }));
  writeFileSync(join(cwd, 'a.fasta'), '>x\nMKV\n');
  writeFileSync(join(cwd, 'a.txt'), '>y\nMKV\n>z\nMKV\n');
  return cwd;
}

async function each(args: string[], more: Record<string, unknown> = {}, options: object = {}) {
  const service = fakeService({
    'GET /tools/protein-properties': properties,
    'POST /batches/quote': quote,
    'POST /batches': batch,
    'GET /batches/batch_1': batch,
    ...more,
  });
  const ran = await runFake([...args, '--each'], { fetch: service.fetch, cwd: folder(), ...options });
  return { ...ran, created: service.seen.find(({ method, path }) => method === 'POST' && path === '/batches')?.body };
}

describe('--each', () => {
  it('submits one job for each file, as one batch', async () => {
    const { code, created, json } = await each(['run', 'protein-properties', 'a.*', '--yes', '-s', 'charge_ph=5']);
    expect([code, json().id]).toEqual([0, 'batch_1']);
    expect(created).toMatchObject({ name: 'protein-properties of 2 files' });
    expect(created.max_credits).toBeUndefined();
    const shown = created.submissions.map(({ custom_id, settings, input }: never) => [custom_id, settings, input]);
    const inputs = (ids: string[]) => ids.map((id) => expect.objectContaining({ id, slotId: 'sequences' }));
    expect(shown).toEqual([
      ['a', { charge_ph: 5 }, { inputs: inputs(['a']) }],
      ['a-2', { charge_ph: 5 }, { inputs: inputs(['y', 'z']) }],
    ]);
  });

  it('asks a person for all jobs together, and caps the batch at the agreed price', async () => {
    const asked = { terminal: true, answer: 'y' };
    const { created, io } = await each(['submit', 'protein-properties', 'a.*'], {}, asked);
    expect(io.stderr).toContain('2 jobs: about 2 credits, at most 2; 10 available');
    expect(created.max_credits).toBe(2);
  });

  it('spends nothing in a script without an agreed price', async () => {
    const { code, created, io } = await each(['submit', 'protein-properties', 'a.*']);
    expect([code, created]).toEqual([2, undefined]);
    expect(io.stderr).toContain('--max-credits 2');
  });

  it('names the file of each problem, and submits nothing', async () => {
    const problems = [{ line: 2, custom_id: 'a-2', path: 'input.inputs[0].content', message: 'line 2: 1' }];
    const answer = { ...quote, problems, problem_count: 1 };
    const { created, io } = await each(['submit', 'protein-properties', 'a.*', '--yes'], {
      'POST /batches/quote': answer,
    });
    expect(created).toBeUndefined();
    expect(io.stderr).toContain('a.txt: line 2: 1');
  });

  it.each([['--follow'], ['--notify'], ['--label', 'a=b']])(
    'refuses %s, which is for a single job',
    async (...flag) => {
      const { code, io } = await each(['submit', 'protein-properties', 'a.fasta', ...flag]);
      expect([code, io.stderr]).toEqual([2, expect.stringContaining('cannot be combined with --each')]);
    },
  );
});
