import { describe, expect, it, vi } from 'vitest';
import { ToolError } from '../contract.ts';
import { checkRequest } from '../shared/checkRequest.ts';
import { checkAndRun } from '../testing/testRun.ts';
import { check } from './check.ts';
import { run } from './run.ts';
import { contract } from './tool.ts';

// Loading the toolkits takes a second, but many seconds when the whole suite shares two cores.
vi.setConfig({ testTimeout: 120_000 });

const tool = { contract, check, run };

const smiles = (text: string) => ({ id: 'in1', slotId: 'molecules', kind: 'smiles', format: 'SMILES', text });
const aspirin = 'CC(=O)Oc1ccccc1C(=O)O aspirin';

describe('pictures', () => {
  it('aspirin is drawn the same each time, without a script', async () => {
    const [first, second] = [await checkAndRun(tool, [smiles(aspirin)]), await checkAndRun(tool, [smiles(aspirin)])];
    const { text, name, place } = first.files[0]!;
    expect({ name, place, bytes: text.length }).toEqual({
      name: 'molecule-0001.svg',
      place: { sourceInputIds: ['in1'] },
      bytes: 8708,
    });
    expect(text).toMatch(/^<\?xml[\s\S]*width='300px' height='200px'/);
    expect(text).not.toContain('<script');
    expect(second.files).toEqual(first.files);
  });

  it('highlights the matches of a SMARTS', async () => {
    const plain = await checkAndRun(tool, [smiles(aspirin)]);
    const marked = await checkAndRun(tool, [smiles(aspirin)], { highlight: 'C(=O)O' });
    expect(marked.files[0]!.text.length).toBeGreaterThan(plain.files[0]!.text.length);
    const nothing = await checkAndRun(tool, [smiles(aspirin)], { highlight: 'N' });
    expect(nothing.files[0]!.text).toBe(plain.files[0]!.text);
  });

  it('highlights the bonds between highlighted atoms', async () => {
    const ring = await checkAndRun(tool, [smiles('Cc1ccccc1 toluene')], { highlight: 'c' });
    const marked = ring.files[0]!.text.match(/<path class='bond-\d+ atom-\d+ atom-\d+' d='[^']*' style='fill:#FF7F7F/g);
    expect(marked).toHaveLength(6);
    expect(ring.values('pictures')).toEqual([
      { file: 'molecule-0001.svg', name: 'toluene', canonical_smiles: 'Cc1ccccc1' },
    ]);
  });

  it('are numbered by the input, without unreadable molecules, and are kept after a stop', async () => {
    const stop = new AbortController();
    const onProgress = (done: number) => {
      if (done === 2) stop.abort();
    };
    const done = await checkAndRun(tool, [smiles('C1CC( a\nCC b\nCC c')], {}, { signal: stop.signal, onProgress });
    expect(done.files.map(({ name }) => name)).toEqual(['molecule-0002.svg']);
    expect(done.values('rejected')).toMatchObject([{ name: 'a' }]);
  });

  it('never writes the name of a molecule into the picture', async () => {
    const done = await checkAndRun(tool, [smiles('CC <script>alert(1)</script>')]);
    expect(done.files[0]!.text).not.toContain('alert');
  });
});

describe('refusals', () => {
  it.each([
    ['empty', '', {}, 'the content is empty'],
    ['too many', 'C\n'.repeat(201), {}, 'line 201: more than 200 molecules'],
    ['an open bracket', 'C', { highlight: '[C' }, "'[C' lacks a ']'"],
    ['a picture too large', 'C', { width: 5000 }, 'must be <= 1000'],
  ])('%s', (_, text, settings, message) => {
    expect(checkRequest(contract, check, [smiles(text)], settings).verdict.problems).toMatchObject([{ message }]);
  });

  it('fails the run for an unreadable SMARTS, and when nothing can be drawn', async () => {
    await expect(checkAndRun(tool, [smiles('C')], { highlight: 'c1ccc' })).rejects.toThrow(
      /^settings\.highlight: SMARTS/,
    );
    await expect(checkAndRun(tool, [smiles('C(')])).rejects.toBeInstanceOf(ToolError);
  });
});
