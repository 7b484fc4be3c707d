import type { Static } from 'typebox';
import { expect, it } from 'vitest';
import { samples } from '../shared/example/samples.ts';
import { describeWithPrograms, runNative } from '../shared/native/testNative.ts';
import { structureInput, structureText, ubiquitinWith } from '../shared/structure/testStructures.ts';
import { check } from './check.ts';
import { run } from './run.ts';
import { contract, type groupItem, type summaryItem } from './tool.ts';

const tool = { contract, check, run };
const describe = await describeWithPrograms(contract);
type Summary = Static<typeof summaryItem>;

describe('protonate with its programs', () => {
  it('gives ubiquitin its hydrogens and charges at pH 7', async () => {
    const done = await runNative(tool, [structureInput('structure', '1ubq.pdb')]);
    expect(done.values<Summary>('summary')[0]).toMatchObject({
      atoms: 1231,
      net_charge: 0,
      pi_folded: 7.07,
      pi_unfolded: 7.26,
    });
    const groups = done.values<Static<typeof groupItem>>('titratable');
    const pkaOf = (group: string, residue: number) =>
      groups.find((each) => each.group === group && each.residue === residue)!.pka;
    expect([pkaOf('ASP', 21), pkaOf('HIS', 68), pkaOf('LYS', 27)]).toEqual([3.36, 6, 10.53]);
    expect(done.files.map(({ name }) => name)).toEqual(['structure-0001.pqr', 'apbs-0001.in']);
  });

  it('titrates every residue, in a small structure too', async () => {
    const acid = await runNative(tool, [structureInput('structure', '1ubq.pdb')], { ph: 5 });
    // Histidine 68, whose pKa is 6.00, stands near the end of the file.
    expect(acid.files[0]!.text).toMatch(/^ATOM +\d+ +HE2 HIS +68 /m);
    expect(acid.files[0]!.text).toMatch(/^ATOM +\d+ +HD1 HIS +68 /m);
    const helix = await runNative(tool, [structureText('structure', samples.structure!.text)]);
    expect(helix.values<Summary>('summary')[0]!.atoms).toBeGreaterThan(200);
  });

  it('says what is missing where it cannot rebuild it', async () => {
    const backbone = ubiquitinWith((line) => (/^ATOM.{9}(N|CA|C|O|CB) /.test(line) ? line : []));
    await expect(runNative(tool, [structureText('structure', backbone)])).rejects.toThrow(
      /it lacks \d+ heavy atoms, such as \w+ of .*: pdb2pqr30 failed/,
    );
  });

  it('finds the charge of a structure without its modified residues, by another force field', async () => {
    const inputs = ['5eep.pdb', 'd1kyow_.pdb'].map((file) => structureInput('structure', file, file));
    const [first, second] = (await runNative(tool, inputs, { forcefield: 'PARSE' })).values<Summary>('summary');
    // Without the proton of histidine 9, whose pKa is 7.49, it would be -1.
    expect(first!.net_charge).toBe(0);
    expect(second!.atoms).toBeGreaterThan(1600);
  });

  it('gives nothing when it was stopped', async () => {
    const stopped = { signal: AbortSignal.abort() };
    const done = await runNative(tool, [structureInput('structure', '1ubq.pdb')], {}, stopped);
    expect([done.items, done.files]).toEqual([[], []]);
  });
});
