import type { Static } from 'typebox';
import { describe, expect, it, vi } from 'vitest';
import { ToolError } from '../contract.ts';
import { checkRequest } from '../shared/checkRequest.ts';
import { readTestData } from '../testdata/read.ts';
import { checkAndRun } from '../testing/testRun.ts';
import { check } from './check.ts';
import { run } from './run.ts';
import { contract, type hit } from './tool.ts';

// Toolkits load in a second, but take much longer when the whole suite shares two cores.
vi.setConfig({ testTimeout: 120_000 });

const tool = { contract, check, run };
type Hit = Static<typeof hit>;

const smiles = (text: string) => ({ id: 'in1', slotId: 'molecules', kind: 'smiles', format: 'SMILES', text });
const smarts = (text: string) => ({ id: 'in2', slotId: 'patterns', kind: 'pattern', format: 'SMARTS', text });
const search = (text: string, patterns: string, settings = {}, options = {}) =>
  checkAndRun(tool, [smiles(text), smarts(patterns)], settings, options);

it('finds the core of four of ten benzodiazepines', async () => {
  const core = 'c1ccc2c(c1)C(=NCC(=O)N2)c1ccccc1 5-phenyl-1,4-benzodiazepin-2-one';
  const done = await search(readTestData('benzodiazepines10.smi'), core);
  const hits = done.values<Hit>('matches');
  expect(hits).toHaveLength(4);
  for (const { matches, pattern } of hits) {
    expect(pattern).toBe('5-phenyl-1,4-benzodiazepin-2-one');
    for (const atoms of matches) expect(new Set(atoms).size).toBe(18);
  }
  expect(done.items[0]!.place).toEqual({ sourceInputIds: ['in1', 'in2'] });
  expect(done.files.map(({ text }) => text.trimEnd().split('\n').length)).toEqual([4, 5]);
});

describe('outputs', () => {
  it('counts atoms from 0 in the order of the input', async () => {
    const done = await search('CC(=O)O acetic acid\nCCN amine', 'C(=O)[OH]\tacid\n[NX3] amine\nF');
    expect(done.values<Hit>('matches')).toEqual([
      { name: 'acetic acid', pattern: 'acid', matches: [[1, 2, 3]] },
      { name: 'amine', pattern: 'amine', matches: [[2]] },
    ]);
  });

  it('writes a table without rows when nothing matches', async () => {
    const done = await search('CC', 'N');
    expect(done.files.map(({ text }) => text)).toEqual(['name\tsmiles\tpattern\tmatches\n']);
  });

  it('lists at most 100 matches', async () => {
    const done = await search('C'.repeat(300), 'C');
    expect(done.values<Hit>('matches')[0]!.matches).toHaveLength(100);
  });

  it('keeps its results when it is stopped, and lists what it could not read', async () => {
    const stop = new AbortController();
    const onProgress = (done: number) => {
      if (done === 2) stop.abort();
    };
    const done = await search('C1CC( a\nCC b\nCC c', 'C', {}, { signal: stop.signal, onProgress });
    expect(done.values<Hit>('matches')).toMatchObject([{ name: 'b' }]);
    expect(done.values('rejected')).toMatchObject([{ line: 1, name: 'a' }]);
  });
});

describe('refusals', () => {
  it.each([
    ['no pattern', 'C', '', { path: 'input.inputs[1].content', message: 'the content is empty' }],
    ['no molecule', '', 'C', { path: 'input.inputs[0].content', message: 'the content is empty' }],
    [
      'an open ring of brackets',
      'C',
      'C\n[C',
      { path: 'input.inputs[1].content', message: "line 2: pattern '[C' lacks a ']'" },
    ],
    [
      'a bracket too many',
      'C',
      'C)',
      { path: 'input.inputs[1].content', message: "line 1: pattern 'C)' has a ')' that closes nothing" },
    ],
    ['too many', 'C', 'C\n'.repeat(21), { path: 'input.inputs[1].content', message: 'line 21: more than 20 patterns' }],
  ])('%s', (_, text, patterns, problem) => {
    const { verdict } = checkRequest(contract, check, [smiles(text), smarts(patterns)], {});
    expect(verdict.problems).toEqual([problem]);
  });

  it('fails the run for a SMARTS that RDKit cannot read, naming its line', async () => {
    const failure = search('C', 'C\nc1ccc');
    await expect(failure).rejects.toThrow(/^input\.inputs\[1\]\.content: line 2: SMARTS 'c1ccc': /);
    await expect(failure).rejects.toBeInstanceOf(ToolError);
    await expect(search('C1CC(', 'C')).rejects.toThrow(/^no molecule could be used/);
  });
});
