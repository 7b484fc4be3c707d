// @module-tag native

import { long } from '@rotamer/kit/testing/long.ts';
import { expect, it } from 'vitest';
import { caseInput } from '../testing/testCases.ts';
import { describeWithPrograms, runNative } from '../testing/testNative.ts';
import { structureInput } from '../testing/testStructures.ts';
import { check } from './check.ts';
import { run } from './run.ts';
import { contract } from './tool.ts';

const tool = { contract, check, run };
const describe = await describeWithPrograms(contract);

describe('structure-quality with its program', () => {
  it('scores ubiquitin, and ranks it above a protein with selenomethionine', async () => {
    const files = ['1A8O.cif', '1ubq.pdb'];
    const done = await runNative(
      tool,
      files.map((file) => structureInput('structure', file, file)),
    );
    expect(done.values('quality')[0]).toEqual({ structure: '1UBQ', score: 0.585933, residues: 76, atoms: 602 });
    expect(done.items.filter(({ port }) => port === 'quality').map(({ place }) => place)).toEqual([
      { sourceInputIds: ['1ubq.pdb'], rank: 1 },
      { sourceInputIds: ['1A8O.cif'], rank: 2 },
    ]);
  });

  // The tests of surface-area and structure-summary read these two in a moment.
  const untidy: [string, string][] = [
    ['S01d', 'S01d_hybrid36_residues.pdb'],
    ['S10a', 'S10a_no_header.pdb'],
  ];
  const files: [string, string][] = [
    ['S06a', 'S06a_insertion_codes_33ABC.pdb'],
    ['S09c', 'S09c_amber_terminals_and_charmm.pdb'],
    ...(long ? untidy : []),
  ];
  it.each(files)('case %s: gives the score of 1UBQ', async (_, file) => {
    const done = await runNative(tool, [caseInput('structure', file)]);
    expect(done.values('quality')[0]).toMatchObject({ score: 0.585933, residues: 76, atoms: 602 });
    expect(done.values('warnings').filter((row) => /counted from 1/.test(JSON.stringify(row)))).toEqual([]);
  });

  it('keeps its results when it was stopped', async () => {
    const stop = new AbortController();
    const inputs = ['3znf.pdb', '1sp1.pdb'].map((file) => structureInput('structure', file, file));
    const done = await runNative(tool, inputs, {}, { signal: stop.signal, onProgress: () => stop.abort() });
    expect(done.values('quality')).toHaveLength(1);
  });
});
