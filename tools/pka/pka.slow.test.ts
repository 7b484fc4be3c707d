// @module-tag native

import type { Static } from 'typebox';
import { expect, it } from 'vitest';
import { caseInput } from '../testing/testCases.ts';
import { describeWithPrograms, runNative } from '../testing/testNative.ts';
import { structureInput, structureText, ubiquitinWith } from '../testing/testStructures.ts';
import { check } from './check.ts';
import { run } from './run.ts';
import { contract, type groupItem, type summaryItem } from './tool.ts';

const tool = { contract, check, run };
const describe = await describeWithPrograms(contract);
type Group = Static<typeof groupItem>;
type Summary = Static<typeof summaryItem>;

/**
 * pKa values measured by NMR: Sundd M., Iverson N., Ibarra-Molero B., Sanchez-Ruiz J. M., Robertson A. D.,
 * Electrostatic interactions in ubiquitin, Biochemistry 41 (2002) 7586-7596.
 */
const measured: Record<string, number> = {
  ...{ GLU16: 3.9, GLU18: 4.3, ASP21: 3.1, GLU24: 4.3, ASP32: 3.8, GLU34: 4.5 },
  ...{ ASP39: 3.6, GLU51: 3.8, ASP52: 3.6, ASP58: 3.6, GLU64: 4.5 },
};

describe('pka', () => {
  it('is close to the values measured in ubiquitin', async () => {
    const done = await runNative(tool, [structureInput('structure', '1ubq.pdb')]);
    const groups = done.values<Group>('groups');
    // 5 D, 6 E, 1 H, 1 Y, 7 K, 4 R and the two ends.
    expect(groups).toHaveLength(26);
    const errors = Object.entries(measured).map(([name, pka]) => {
      const group = groups.find((one) => `${one.group}${one.number}` === name)!;
      return group.pka! - pka;
    });
    const rmsd = Math.sqrt(errors.reduce((sum, error) => sum + error ** 2, 0) / errors.length);
    // The authors of PROPKA3 found an RMSD of 0.79 for acids.
    expect(rmsd).toBeLessThan(0.79);
    expect(done.values<Summary>('summary')[0]).toMatchObject({ pi_folded: 7.07, pi_unfolded: 7.26 });
  });

  it('draws the curve that follows from the rows', async () => {
    const done = await runNative(tool, [structureInput('structure', '1ubq.pdb')], { ph: 4.5 });
    const groups = done.values<Group>('groups');
    const isBase = ({ group }: Group) => ['HIS', 'LYS', 'ARG', 'N+'].includes(group);
    const chargeAt = (ph: number) =>
      groups.reduce(
        (sum, one) => sum + (isBase(one) ? 1 / (1 + 10 ** (ph - one.pka!)) : -1 / (1 + 10 ** (one.pka! - ph))),
        0,
      );
    const rows = done.files
      .find(({ port }) => port === 'curve')!
      .text.trim()
      .split('\n')
      .slice(1);
    expect(rows).toHaveLength(141);
    for (const row of rows) {
      const [ph, folded] = row.split('\t').map(Number);
      expect(Math.abs(folded! - chargeAt(ph!)), row).toBeLessThan(0.06);
    }
    expect(Math.abs(done.values<Summary>('summary')[0]!.charge - chargeAt(4.5))).toBeLessThan(0.06);
    expect(done.files.map(({ port }) => port)).toEqual(['curve', 'picture']);
  });

  it('does not depend on the chain, residue numbers or position', async () => {
    const changed = ubiquitinWith((line) => {
      const at = (from: number) => Number(line.slice(from, from + 8));
      const xyz = [at(38), -at(30), at(46) + 20].map((value) => value.toFixed(3).padStart(8)).join('');
      const number = Number(line.slice(22, 26));
      const place =
        number < 30 ? `${String(number).padStart(4)} ` : `  29${String.fromCharCode(65 + ((number - 30) % 26))}`;
      return number > 55 ? [] : `${line.slice(0, 21)}q${place}   ${xyz}${line.slice(54)}`;
    });
    const plain = ubiquitinWith((line) => (Number(line.slice(22, 26)) > 55 ? [] : line));
    const of = async (text: string) =>
      (await runNative(tool, [structureText('structure', text)])).values<Group>('groups');
    const [one, other] = [await of(plain), await of(changed)];
    expect(other.map(({ group, pka }) => [group, pka])).toEqual(one.map(({ group, pka }) => [group, pka]));
    expect(other.find(({ group, insertion }) => group === 'ASP' && insertion === 'C')).toMatchObject({
      chain: 'q',
      number: 29,
      residue: 'ASP',
    });
  });

  it('lists bonded cysteines and waters as left out, and shifts cysteines at zinc', async () => {
    const done = await runNative(tool, [structureInput('structure', '1A8O.pdb')]);
    const groups = done.values<Group>('groups');
    expect(groups.filter(({ group }) => group === 'CYS')).toEqual([]);
    expect(done.values('left_out')).toMatchObject([
      { what: 'water', count: 88 },
      { what: 'residue', name: 'A:CYS198, A:CYS218', reason: 'a cysteine in a disulfide bond does not titrate' },
    ]);
    const zinc = await runNative(tool, [structureInput('structure', '3znf.pdb')]);
    const bound = await runNative(tool, [structureInput('structure', '3znf.pdb')], { ligands: true });
    const cysteine = (of: typeof zinc) => of.values<Group>('groups').find(({ group }) => group === 'CYS')!.pka!;
    // Zinc stabilises a thiolate.
    expect(cysteine(bound)).toBeLessThan(cysteine(zinc));
  });

  it('case S11b: finds the end of a chain under any atom name, and warns when it is missing', async () => {
    const end = (change: (line: string) => string | string[]) => structureText('structure', ubiquitinWith(change));
    const names = end((line) => line.replace(/ O {2}(?= GLY A {2}76)/, ' OT1').replace(/ OXT/, ' OT2'));
    for (const input of [names, caseInput('structure', 'S11b_last_O_is_OXT_only.pdb')]) {
      const done = await runNative(tool, [input]);
      expect(done.values('summary')[0]).toMatchObject({ groups: 26, pi_folded: 7.07 });
    }
    const open = await runNative(tool, [end((line) => (line.slice(12, 16) === ' OXT' ? [] : line))]);
    expect(open.values<{ warning: string }>('warnings').map(({ warning }) => warning)).toEqual([
      expect.stringMatching(/lacks its oxygen OXT.*A:GLY76$/),
    ]);
  });

  it('warns of residues that lack atoms', async () => {
    const cut = ubiquitinWith((line) => (/^.{13}(CG|OD1|OD2) .{5} {2}21 /.test(line) ? [] : line));
    const done = await runNative(tool, [structureText('structure', cut)]);
    expect(done.values<{ warning: string }>('warnings').map(({ warning }) => warning)).toContainEqual(
      expect.stringMatching(/^1 residues lack atoms.*A:ASP21$/),
    );
    const groups = done.values<Group>('groups');
    expect(groups.find(({ group, number }) => group === 'ASP' && number === 21)).toMatchObject({
      pka: null,
      shift: null,
    });
  });
});
