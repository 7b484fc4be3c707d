import { expect, it } from 'vitest';
import { describeWithPrograms, runNative } from '../shared/native/testNative.ts';
import { structureInput, structureText } from '../shared/structure/testStructures.ts';
import { readTestData } from '../testdata/read.ts';
import { check } from './check.ts';
import { run } from './run.ts';
import { contract } from './tool.ts';

const tool = { contract, check, run };
const describe = await describeWithPrograms(contract);
const convert = (input: ReturnType<typeof structureText>, settings = {}) => runNative(tool, [input], settings);
const coordinates = (pdb: string) => pdb.match(/^(ATOM|HETATM).{60}/gm)!.map((line) => line.slice(12));

describe('structure-convert with its program', () => {
  it('brings ubiquitin to mmCIF and back without changing an atom', async () => {
    const cif = (await convert(structureInput('structure', '1ubq.pdb'))).files[0]!;
    expect(cif.name).toBe('structure-0001.cif');
    const back = (await convert(structureText('structure', cif.text, 'MMCIF'), { to: 'PDB' })).files[0]!;
    expect(coordinates(back.text)).toEqual(coordinates(readTestData('structures/1ubq.pdb')));
  });

  it('writes mmCIF in which residues are found, also of a file without its sequence', async () => {
    const cif = (await convert(structureInput('structure', 'd1crj__.pdb'))).files[0]!;
    const done = await convert(structureText('structure', cif.text, 'MMCIF'), { to: 'MMJSON' });
    expect(done.values('converted')).toEqual([
      expect.objectContaining({ file: 'structure-0001.json', atoms_in: 847, atoms_out: 847 }),
    ]);
  });

  it('leaves out what it is told to', async () => {
    const atoms = async (file: string, settings: object) =>
      (await convert(structureInput('structure', file), { to: 'PDB', ...settings })).values<{ atoms_out: number }>(
        'converted',
      )[0]!.atoms_out;
    expect(await atoms('1ubq.pdb', { select: 'A//CA' })).toBe(76);
    expect(await atoms('1ubq.pdb', { remove_waters: true })).toBe(602);
    expect(await atoms('1A8O.cif', { remove_waters: true })).toBe(556);
    expect(await atoms('4CUP.cif', { remove_ligands_waters: true })).toBeLessThan(await atoms('4CUP.cif', {}));
    expect(await atoms('1sp1.pdb', { remove_hydrogens: true })).toBe(247);
  });

  it.each([
    ['selects nothing', 'X//CA', /^gemmi wrote a file without atoms/],
    ['means nothing to Gemmi', ')(', /^gemmi failed with exit code 2: .*Invalid selection syntax/],
  ])('fails at a selection that %s', async (_, select, message) => {
    await expect(convert(structureInput('structure', '1ubq.pdb'), { select })).rejects.toThrow(message);
  });

  it('gives nothing when it was stopped', async () => {
    const stopped = { signal: AbortSignal.abort() };
    const done = await runNative(tool, [structureInput('structure', '1ubq.pdb')], {}, stopped);
    expect([done.items, done.files]).toEqual([[], []]);
  });
});
