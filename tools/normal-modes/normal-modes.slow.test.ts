// @module-tag native

import type { Static } from 'typebox';
import { expect, it } from 'vitest';
import { describeWithPrograms, runNative } from '../testing/testNative.ts';
import { structureInput, structureText, ubiquitinWith } from '../testing/testStructures.ts';
import { check } from './check.ts';
import { run } from './run.ts';
import { contract, type modeItem, type residueItem, type summaryItem } from './tool.ts';

const tool = { contract, check, run };
const describe = await describeWithPrograms(contract);
type Mode = Static<typeof modeItem>;
type Row = Static<typeof residueItem>;
type Summary = Static<typeof summaryItem>;

describe('normal-modes', () => {
  it('gives ubiquitin the modes and fluctuations of ProDy', async () => {
    const done = await runNative(tool, [structureInput('structure', '1ubq.pdb')]);
    const modes = done.values<Mode>('modes');
    const eigenvalues = (which: string) =>
      modes.filter(({ network }) => network === which).map((mode) => mode.eigenvalue);
    // ProDy 2.6.1: ANM().calcModes(), GNM().calcModes() of the alpha carbons, with its cutoffs of 15 and 10 Å.
    const anm = [0.03879241, 0.15614354, 0.36078055, 0.72907327];
    const gnm = [1.33605271, 2.52608932, 2.85786009, 4.10150735];
    for (const [i, value] of anm.entries()) expect(eigenvalues('anm')[i]).toBeCloseTo(value, 5);
    for (const [i, value] of gnm.entries()) expect(eigenvalues('gnm')[i]).toBeCloseTo(value, 5);
    expect(modes[0]!.collectivity).toBeCloseTo(0.0250655, 5);
    const rows = done.values<Row>('residues');
    const fluctuations = [0.37791221, 0.3178745, 0.21787905];
    for (const [i, value] of fluctuations.entries()) expect(rows[i]!.anm).toBeCloseTo(value, 4);
    expect(done.values<Summary>('summary')[0]).toEqual({
      structure: '1UBQ',
      residues: 76,
      anm_correlation: 0.5714,
      gnm_correlation: 0.804245,
    });
    expect(done.values('left_out')).toMatchObject([{ what: 'water', count: 58 }]);
  });

  it('moves the structure by the amplitude along each mode', async () => {
    const done = await runNative(tool, [structureInput('structure', '1ubq.pdb')], { files: 1, amplitude: 1.5 });
    const [file, ...others] = done.files.filter(({ port }) => port === 'motions');
    expect(others).toEqual([]);
    const models = file!.text.split('ENDMDL').slice(0, 12);
    const alpha = (text: string) =>
      text
        .split('\n')
        .filter((line) => line.slice(12, 16) === ' CA ')
        .map((line) => [30, 38, 46].map((at) => Number(line.slice(at, at + 8))));
    const [middle, start, end] = [0, 3, 9].map((i) => alpha(models[i]!));
    const rmsd = (a: number[][], b: number[][]) =>
      Math.sqrt(
        a.reduce((sum, point, i) => sum + Math.hypot(...point.map((value, axis) => value - b[i]![axis]!)) ** 2, 0) /
          a.length,
      );
    expect(rmsd(start!, middle!)).toBeCloseTo(1.5, 2);
    expect(rmsd(end!, middle!)).toBeCloseTo(1.5, 2);
    expect(middle).toEqual(alpha(ubiquitinWith((line) => line)));
  });

  it('does not depend on the place, the chain or the order of the atoms', async () => {
    const turned = ubiquitinWith((line) => {
      const [x, y, z] = [30, 38, 46].map((at) => Number(line.slice(at, at + 8)));
      const xyz = [y!, -x!, z! + 30].map((value) => value.toFixed(3).padStart(8)).join('');
      return `${line.slice(0, 21)}k${line.slice(22, 30)}${xyz}${line.slice(54)}`;
    });
    const of = async (text: string) => {
      const done = await runNative(tool, [structureText('structure', text)], { files: 0 });
      return done.values<Row>('residues').map(({ anm, gnm }) => [anm.toPrecision(4), gnm.toPrecision(4)]);
    };
    expect(await of(turned)).toEqual(await of(ubiquitinWith((line) => line)));
  });
});
