import type { Static } from 'typebox';
import { describe, expect, it } from 'vitest';
import { checkRequest } from '../shared/checkRequest.ts';
import { normalise } from '../shared/structure/normalise.ts';
import { readStructures } from '../shared/structure/readStructures.ts';
import { checkAndRun } from '../testing/testRun.ts';
import { structureInput, structureText, ubiquitinWith } from '../testing/testStructures.ts';
import { bondsOf } from './bonds.ts';
import { check } from './check.ts';
import { nearAtoms } from './contacts.ts';
import { statesOf } from './protons.ts';
import { run } from './run.ts';
import { type bondItem, contract, type interfaceItem, type residueItem, structures } from './tool.ts';

const tool = { contract, check, run };
type Interface = Static<typeof interfaceItem>;
type ResidueRow = Static<typeof residueItem>;
type Bond = Static<typeof bondItem>;

const numberOf = (line: string) => Number(line.slice(22, 26));
/** Returns ubiquitin as two chains, cut after residue 35. */
const halves = (first = 'A', second = 'B', change = (line: string) => line) =>
  ubiquitinWith((line) => change(`${line.slice(0, 21)}${numberOf(line) <= 35 ? first : second}${line.slice(22)}`));

const of = (text: string, settings = {}) => checkAndRun(tool, [structureText('structure', text)], settings);

it('measures the interface of two halves of ubiquitin as Biopython does', async () => {
  const done = await of(halves(), { points: 960 });
  const [row, ...others] = done.values<Interface>('interfaces');
  expect(others).toEqual([]);
  // Biopython 1.88: ShrakeRupley(n_points=960) of each chain and of both together; NeighborSearch(4.5).
  expect(row!.buried_area).toBeCloseTo(2017.66, 1);
  expect(row!.interface_area).toBeCloseTo(1008.83, 1);
  expect(row).toMatchObject({ contacts: 63, residues_a: 22, residues_b: 24 });
  const residues = done.values<ResidueRow>('residues');
  expect(residues.reduce((sum, { buried }) => sum + buried, 0)).toBeCloseTo(row!.buried_area, 0);
  const bonds = done.values<Bond>('bonds');
  // mkdssp 4 on 1UBQ: the bonds of the parallel strands 1-7 and 64-72.
  const strands = ['GLN2 O-GLU64 N', 'PHE4 N-SER65 O', 'PHE4 O-LEU67 N', 'LYS6 N-LEU67 O', 'LYS6 O-LEU69 N'];
  const named = bonds.map(({ atom_a, atom_b }) => `${atom_a.slice(2)}-${atom_b.slice(2)}`);
  expect(named).toEqual(expect.arrayContaining(strands));
  // The well-known salt bridge of the ubiquitin fold.
  expect(bonds).toContainEqual(
    expect.objectContaining({ kind: 'salt_bridge', atom_a: 'A:LYS27 NZ', atom_b: 'B:ASP52 OD2' }),
  );
  expect(bonds.filter(({ kind }) => kind === 'hbond')).toHaveLength(row!.hbonds);
});

it('is the same for other ids and swapped sides, and nearly the same when rotated', async () => {
  const figures = (done: Awaited<ReturnType<typeof of>>) => done.values<Interface>('interfaces')[0]!;
  const plain = figures(await of(halves()));
  const renamed = figures(await of(halves('x', '7')));
  expect({ ...renamed, chain_a: 'A', chain_b: 'B' }).toEqual(plain);
  const swapped = figures(await of(halves(), { chains_a: ['B'], chains_b: ['A'] }));
  expect(swapped).toMatchObject({
    chain_a: 'B',
    residues_a: plain.residues_b,
    contacts: plain.contacts,
    hbonds: plain.hbonds,
  });
  expect(swapped.buried_area).toBeCloseTo(plain.buried_area, 1);
  const turn = (line: string) => {
    const [x, y, z] = [30, 38, 46].map((at) => Number(line.slice(at, at + 8)));
    return `${line.slice(0, 30)}${[y!, -x!, z!].map((value) => value.toFixed(3).padStart(8)).join('')}${line.slice(54)}`;
  };
  const turned = figures(await of(halves('A', 'B', turn)));
  expect(turned).toMatchObject({ contacts: plain.contacts, hbonds: plain.hbonds, salt_bridges: plain.salt_bridges });
  expect(Math.abs(turned.buried_area / plain.buried_area - 1)).toBeLessThan(0.02);
});

// PLIP #118: a histidine with one proton is not a base.
describe('protonation states', () => {
  const atom = (record: string, name: string, residue: string, chain: string, at: number[]) =>
    `${record.padEnd(11)} ${name.padEnd(4)}${residue.padStart(4)} ${chain}   1    ${at.map((x) => x.toFixed(3).padStart(8)).join('')}  1.00  0.00           ${name.trim()[0]}\n`;
  /** A histidine of chain A whose NE2 is 3 Å from an oxygen of an aspartate of chain B. */
  const pair = (histidine: string, acid: string, ...hydrogens: string[]) => {
    const backbone = (chain: string, residue: string, y: number) =>
      ['N', 'CA', 'C', 'O', 'CB', 'CG']
        .map((name, i) => atom('ATOM', ` ${name}`, residue, chain, [1.5 * i, y, 0]))
        .join('');
    const ring = ['ND1', 'CD2', 'CE1', 'NE2'].map((name, i) => atom('ATOM', ` ${name}`, histidine, 'A', [9, 9, 2 * i]));
    const protons = hydrogens.map((name, i) => atom('ATOM', ` ${name}`, histidine, 'A', [8, 9, 2 * i]));
    const oxygens = ['OD1', 'OD2'].map((name, i) => atom('ATOM', ` ${name}`, acid, 'B', [9, 12 + 2 * i, 6]));
    return `${backbone('A', histidine, 0)}${ring.join('')}${protons.join('')}TER\n${backbone('B', acid, 25)}${oxygens.join('')}`;
  };
  it.each([
    ['HIS', 'ASP', [], ['salt_bridge']],
    ['HIP', 'ASP', [], ['salt_bridge']],
    ['HIS', 'ASP', ['HD1', 'HE2'], ['salt_bridge']],
    ['HIE', 'ASP', [], ['hbond']],
    ['HSE', 'ASP', [], ['hbond']],
    ['HIS', 'ASP', ['HE2'], ['hbond']],
    ['HID', 'ASP', [], []],
    ['HIS', 'ASP', ['HD1'], []],
    ['HID', 'ASH', [], ['hbond']],
    ['HIP', 'ASH', [], ['hbond']],
  ])('of %s and %s with %j', (histidine, acid, hydrogens, expected) => {
    const { structure } = readStructures(
      [structureText('structure', pair(histidine, acid, ...hydrogens))],
      structures,
      'atoms',
    ).records[0]!;
    const { chains } = normalise(structure, { keepHydrogens: false, mseToMet: false, chainIds: 'source' });
    const [one, other] = chains.map(({ source, polymer }) => ({ name: source, residues: polymer }));
    const found = bondsOf(nearAtoms(one!, other!, 4), one!, other!, statesOf(structure));
    expect(found.map(({ kind }) => kind)).toEqual(expected);
  });
});

it('joins chains to sides, and reports sides that do not touch', async () => {
  const three = ubiquitinWith(
    (line) => `${line.slice(0, 21)}${'ABC'[Math.min(2, Math.floor(numberOf(line) / 30))]}${line.slice(22)}`,
  );
  const pairs = (await of(three)).values<Interface>('interfaces').map(({ chain_a, chain_b }) => chain_a + chain_b);
  expect(pairs).toEqual(['AB', 'AC', 'BC']);
  const [joined] = (await of(three, { chains_a: ['A'] })).values<Interface>('interfaces');
  expect(joined).toMatchObject({ chain_a: 'A', chain_b: 'B,C' });
  const apart = halves('A', 'B', (line) =>
    line[21] === 'A' ? line : `${line.slice(0, 30)}${'900.000'.padStart(8)}${line.slice(38)}`,
  );
  const done = await of(apart);
  expect([done.values('interfaces'), done.files]).toEqual([[], []]);
  expect(done.values('warnings')).toMatchObject([{ warning: 'no chains come within 4.5 Å of each other' }]);
});

describe('interface refuses', () => {
  const problemsOf = (input: ReturnType<typeof structureInput>, settings = {}) =>
    checkRequest(contract, check, [input], settings).verdict.problems;

  it.each([
    [
      structureInput('structure', '1ubq.pdb'),
      {},
      'input.inputs[0].content',
      /^the structure has 1 chain of amino acids or nucleotides \('A'\), an interface needs 2$/,
    ],
    [
      structureText('structure', halves()),
      { chains_a: ['C'] },
      'input.inputs[0].content',
      /^it has no chain 'C' .* its chains are 'A', 'B'$/,
    ],
    [
      structureText('structure', halves()),
      { chains_a: ['A'], chains_b: ['A'] },
      'settings.chains_b',
      /^'A' is in chains_a, too$/,
    ],
    [structureText('structure', halves()), { chains_b: ['A'] }, 'settings.chains_a', /^chains_b needs chains_a$/],
  ])('request %#', (input, settings, path, message) => {
    expect(problemsOf(input, settings)).toEqual([{ path, message: expect.stringMatching(message) }]);
  });
});
