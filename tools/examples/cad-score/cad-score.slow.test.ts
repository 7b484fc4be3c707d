// @module-tag native

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { configuredTool } from '../../shared/configured/configuredTool.ts';
import { readToolFolders } from '../../shared/configured/readToolFolders.ts';
import { describeWithPrograms, runNative } from '../../testing/testNative.ts';

const tool = configuredTool(readToolFolders(import.meta.dirname, [])[0]!);
const describe = await describeWithPrograms(tool.contract);

const structures = join(import.meta.dirname, '../../testdata/structures');
/** Cytochromes up to residue 30, which take a fifth of the time of the whole. Stories compare the whole ones. */
const input = (slotId: string, name: string) => {
  const lines = readFileSync(join(structures, `${name}.pdb`), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('ATOM') && Number(line.slice(22, 26)) <= 30);
  return { id: name, slotId, kind: 'structure', format: 'PDB', text: `${lines.join('\n')}\n` };
};

// Values of Voronota 1.22, run by itself on these residues.
describe('cad-score', () => {
  it('gives a structure 1 and models less, as Voronota does, and each residue its own score', async () => {
    const inputs = [
      input('target', 'd1csu__'),
      input('models', 'd1cih__'),
      { ...input('models', 'd1csu__'), id: 'self' },
    ];
    const run = await runNative(tool, inputs);
    expect(run.values('scores')).toEqual([
      { model: 'self', residues: 35, score: 1, target_area: 1706.63, model_area: 1706.63 },
      { model: 'd1cih__', residues: 35, score: 0.943663, target_area: 1706.63, model_area: 1699.95 },
    ]);
    expect(run.items.map(({ place }) => place.rank)).toEqual([1, 2]);
    expect(run.files.map(({ name, place }) => [name, place.sourceInputIds])).toEqual([
      ['0001-residues.txt', ['d1csu__', 'd1cih__']],
      ['0002-residues.txt', ['d1csu__', 'self']],
    ]);
    expect(run.files[1]!.text.trim().split('\n')).toHaveLength(35);
  });

  it('has other scores for side chains only', async () => {
    const inputs = [input('target', 'd1csu__'), input('models', 'd1cih__')];
    const run = await runNative(tool, inputs, { contacts: 'SS', smoothing_window: 3 });
    expect(run.values('scores')).toEqual([
      { model: 'd1cih__', residues: 28, score: 0.898818, target_area: 414.551, model_area: 413.414 },
    ]);
  });
});
