import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { long } from '@rotamer/kit/testing/long.ts';
import fc from 'fast-check';
import { ForceFieldMMFF94, Molecule, Resources } from 'openchemlib';
import type { Static } from 'typebox';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { checkRequest } from '../shared/checkRequest.ts';
import { type Conformer, generateConformers } from '../shared/conformers/conformers.ts';
import { parseMolfiles } from '../shared/molfiles.ts';
import { Rdkit } from '../shared/rdkit/rdkit.ts';
import { checkAndRun } from '../testing/testRun.ts';
import { check } from './check.ts';
import { run } from './run.ts';
import { selectConformers } from './selectConformers.ts';
import { type conformerItem, contract } from './tool.ts';

// Loading the toolkits takes a second, but many seconds when the whole suite shares two cores.
vi.setConfig({ testTimeout: 120_000 });

const tool = { contract, check, run };
type Item = Static<typeof conformerItem>;

const aspirin = 'CC(=O)Oc1ccccc1C(=O)O';
const octane = 'CCCCCCCC';
const smiles = (text: string) => ({ id: 'in1', slotId: 'molecules', kind: 'smiles', format: 'SMILES', text });

const rdkit = new Rdkit();
afterAll(() => rdkit[Symbol.asyncDispose]());

/** Molecules that take seconds, with energies of RDKit 2025.9. */
const larger: [string, string, number][] = long
  ? [
      ['penicillin G', 'CC1(C)S[C@@H]2[C@H](NC(=O)Cc3ccccc3)C(=O)N2[C@H]1C(=O)O', 44.455],
      ['oleic acid', 'CCCCCCCC/C=C\\CCCCCCCC(=O)O', -21.67],
    ]
  : [];

describe('known answers', () => {
  it('finds the lowest MMFF94 energy of aspirin', async () => {
    const done = await checkAndRun(tool, [smiles(`${aspirin} aspirin`)], { conformers: 4 });
    const items = done.values<Item>('energies');
    expect(items[0]!.energy_kcal_mol!.toFixed(2)).toBe('18.91');
    expect(items.map(({ rank }) => rank)).toEqual([1, 2, 3, 4]);
    expect(done.items.map(({ place }) => place.rank)).toEqual([1, 2, 3, 4]);
    expect(done.reports.at(-1)).toEqual({ done: 4, total: 4 });
  });

  it.each([
    // Energies of the written files, computed by RDKit 2026.9 (MMFF94). Their largest gradients are below 0.2
    // kcal/mol/Å.
    ['6-aminopenicillanic acid', 'CC1(C)S[C@@H]2[C@H](N)C(=O)N2[C@H]1C(=O)O', 63.031],
    ['cis-4-heptenoic acid', 'CC/C=C\\CCC(=O)O', -21.79],
    ...larger,
    // Has three atoms in a line, where a gradient is not a number.
    ['acetonitrile', 'CC#N', 0.025],
  ])('writes %s with the coordinates that have the energy of the row', async (name, text, expected) => {
    const done = await checkAndRun(tool, [smiles(`${text} ${name}`)]);
    const [row] = done.values<Item>('energies');
    expect(row).toMatchObject({ name, minimized: true, undefined_stereo: '' });
    expect(row!.energy_kcal_mol).toBeCloseTo(expected, 2);
    expect(energyOfFile(done.files[0]!.text)).toBeCloseTo(expected, 2);
  });

  it('keeps the stereocentre of L-alanine in three dimensions', async () => {
    const done = await checkAndRun(tool, [smiles('C[C@H](N)C(=O)O.Cl L-alanine hydrochloride')], { conformers: 3 });
    const { records, problems } = parseMolfiles(done.files[0]!.text, 'SDF', { maxRecords: 10 });
    expect(problems.messages).toEqual([]);
    expect(records).toHaveLength(3);
    for (const record of records) {
      expect(record.name).toBe('L-alanine hydrochloride');
      const { result } = await rdkit.ask('describe', record, { parent: false });
      expect(result!.inchikey).toBe('QNAYBMKLOCPYGJ-REOHCLBHSA-N');
    }
  });

  it('gives the same coordinates in another process', async () => {
    const script = `
      import { generateConformers } from ${JSON.stringify(new URL('../shared/conformers/conformers.ts', import.meta.url).href)};
      const options = { conformers: 2, seed: 42, minimize: true };
      const signal = new AbortController().signal;
      console.log(JSON.stringify(await Array.fromAsync(generateConformers('${octane}', options, signal))));`;
    const other = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
    expect(JSON.parse(other.stdout)).toEqual(await generate(octane, 42));
  });

  it('varies with the seed after the most likely conformer', async () => {
    const [a, b] = [await generate(octane, 7), await generate(octane, 42)];
    expect(a[0]!.energy).toBe(b[0]!.energy);
    expect(a[1]!.energy).not.toBe(b[1]!.energy);
  });
});

/** Returns the MMFF94 energy of the first record, from its written coordinates. */
function energyOfFile(sdf: string): number {
  Resources.registerFromNodejs();
  return new ForceFieldMMFF94(Molecule.fromMolfile(sdf.split('$$$$')[0]!), 'MMFF94').getTotalEnergy();
}

async function generate(text: string, seed: number): Promise<Conformer[]> {
  const options = { conformers: 2, seed, minimize: true };
  const found: Conformer[] = [];
  for await (const conformer of generateConformers(text, options, new AbortController().signal)) found.push(conformer);
  return found;
}

describe('outputs', () => {
  it('reports failures per molecule and counts conformers', async () => {
    const text = 'O water\n[Pt](Cl)(Cl)(N)N cisplatin-like\nC1CC( broken\nCO methanol';
    const done = await checkAndRun(tool, [smiles(text)], { conformers: 2 });
    expect(done.values('rejected')).toEqual([
      {
        line: 2,
        name: 'cisplatin-like',
        reason: expect.stringMatching(/^MMFF94 has no type for an atom of Pt in this molecule: .* minimize off$/),
      },
      { line: 3, name: 'broken', reason: expect.stringMatching(/^SMILES Parse Error/) },
    ]);
    expect(done.files.map(({ name }) => name)).toEqual(['conformers-0001.sdf', 'conformers-0004.sdf']);
    expect(done.reports.at(-1)).toEqual({ done: 8, total: 8 });
  });

  it('gives an unminimised metal complex coordinates without an energy', async () => {
    const done = await checkAndRun(tool, [smiles('[Pt](Cl)(Cl)(N)N x')], { minimize: false });
    expect(done.values<Item>('energies')).toEqual([
      {
        ...{ name: 'x', conformer: 1, energy_kcal_mol: null, rank: 1 },
        minimized: false,
        undefined_stereo: '',
        smiles: expect.any(String),
      },
    ]);
    expect(done.files[0]!.text).not.toContain('energy_kcal_mol');
  });

  it('keeps the finished conformers when it is stopped', async () => {
    const stop = new AbortController();
    const onProgress = (n: number) => {
      if (n === 3) stop.abort();
    };
    const done = await checkAndRun(
      tool,
      [smiles('CCCO a\nCCCCO b\nCCCCCO c')],
      { conformers: 2 },
      { signal: stop.signal, onProgress },
    );
    expect(done.values<Item>('energies').map(({ name, conformer }) => [name, conformer])).toEqual([
      ['a', expect.any(Number)],
      ['a', expect.any(Number)],
      ['b', 1],
    ]);
    expect(done.reports.at(-1)).toEqual({ done: 3, total: 6 });
  });
});

describe('selection', () => {
  const conformer = (number: number, energy: number | null): Conformer => ({
    number,
    energy,
    molfile: '',
    minimized: true,
  });

  it('ranks by energy, drops conformers above the window, puts unknown energies last', () => {
    const all = [conformer(1, null), conformer(2, 31), conformer(3, 10), conformer(4, 30), conformer(5, null)];
    expect(selectConformers(all, 20).map(({ number }) => number)).toEqual([3, 4, 1, 5]);
  });

  it('always keeps the lowest', () => {
    const energies = fc.array(fc.option(fc.double({ min: -100, max: 100, noNaN: true })), { minLength: 1 });
    fc.assert(
      fc.property(energies, fc.integer({ min: 0, max: 50 }), (values, window) => {
        const kept = selectConformers(
          values.map((energy, i) => conformer(i + 1, energy)),
          window,
        );
        const known = values.filter((energy) => energy !== null);
        expect(kept[0]!.energy).toBe(known.length > 0 ? Math.min(...known) : null);
      }),
    );
  });
});

describe('refusals', () => {
  const problemsOf = (text: string) => checkRequest(contract, check, [smiles(text)], {}).verdict.problems;

  it.each([
    ['empty', '', 'the content is empty'],
    ['too long', 'C'.repeat(1501), 'line 1: the SMILES has 1501 characters, the limit is 1500'],
    ['too many', 'C\n'.repeat(201), 'line 201: more than 200 molecules'],
  ])('%s', (_, text, message) => {
    expect(problemsOf(text)).toEqual([{ path: 'input.inputs[0].content', message }]);
  });

  it.each([
    ['an open ring', 'C1CC( world', /no molecule could be used; first error: .*SMILES Parse Error/],
    ['too many heavy atoms', 'C'.repeat(101), /101 heavy atoms, the limit is 100/],
    ['no heavy atom', '[H][H]', /the molecule has no heavy atom/],
  ])('%s fails the run', async (_, text, reason) => {
    await expect(checkAndRun(tool, [smiles(text)])).rejects.toThrow(reason);
  });

  it('one bad molecule fails the run with on_error=fail', async () => {
    const failing = checkAndRun(tool, [smiles('C1CC( bad\nO water')], { on_error: 'fail' });
    await expect(failing).rejects.toThrow(/^input\.inputs\[0\]\.content: line 1: molecule 'bad': SMILES Parse Error/);
  });

  it('estimates 1.2 seconds per conformer', () => {
    const { verdict } = checkRequest(contract, check, [smiles('C\nCC')], { conformers: 50 });
    expect(verdict).toEqual({ problems: [], units: 2, estimatedMinutes: 2 });
  });
});
