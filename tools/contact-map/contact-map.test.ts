import fc from 'fast-check';
import type { Static } from 'typebox';
import { describe, expect, it } from 'vitest';
import { checkRequest } from '../shared/checkRequest.ts';
import { readTestData } from '../testdata/read.ts';
import { refusesBadStructures } from '../testing/structureRefusals.ts';
import { checkAndRun } from '../testing/testRun.ts';
import { structureInput, structureText, ubiquitinWith } from '../testing/testStructures.ts';
import { check } from './check.ts';
import { contactsOf, type Site } from './contacts.ts';
import { run } from './run.ts';
import { contract, type summaryItem } from './tool.ts';

const tool = { contract, check, run };
type Item = Static<typeof summaryItem>;

it('counts the CA contacts of 1UBQ as Biopython does', async () => {
  const done = await checkAndRun(tool, [structureInput('structure', '1ubq.pdb')], { atom: 'CA' });
  expect(done.values<Item>('summary')[0]).toEqual({
    structure: '1UBQ',
    residues: 76,
    contacts: 177,
    contacts_per_residue: 2.3289,
    interface_residues: 0,
  });
  const map = JSON.parse(done.files.find(({ port }) => port === 'map')!.text);
  expect(map.contacts).toHaveLength(177);
  expect(map.residues.map(({ letter }: { letter: string }) => letter).join('')).toMatch(/^MQIFVK/);
  expect(done.files[0]!.text.split('\n')).toHaveLength(1 + 177 + 1);
});

it('distinguishes contacts within and between chains', async () => {
  const shift = (line: string) => (Number(line.slice(30, 38)) + 5).toFixed(3).padStart(8);
  const moved = ubiquitinWith((line) => `${line.slice(0, 21)}B${line.slice(22, 30)}${shift(line)}${line.slice(38)}`);
  const input = structureText('structure', ubiquitinWith((line) => line) + moved);
  const count = async (scope: string) =>
    (await checkAndRun(tool, [input], { atom: 'CA', scope })).values<Item>('summary')[0]!;
  const [all, intra, inter] = [await count('all'), await count('intra'), await count('inter')];
  expect(intra).toMatchObject({ contacts: 2 * 177, interface_residues: 0 });
  expect(inter.contacts).toBeGreaterThan(76);
  expect(inter.interface_residues).toBe(152);
  expect(all.contacts).toBe(intra.contacts + inter.contacts);
});

it('does not depend on the order of the sites, and grows with the cutoff', () => {
  const point = fc.tuple(...[0, 1, 2].map(() => fc.integer({ min: 0, max: 20 }))) as fc.Arbitrary<
    [number, number, number]
  >;
  const sites = fc.array(
    fc.record({ point, number: fc.integer({ min: 1, max: 9 }), chain: fc.constantFrom('A', 'B') }),
  );
  const options = { atom: 'CA', minSeparation: 2, scope: 'all' } as const;
  const asSites = (list: { point: [number, number, number]; number: number; chain: string }[]) =>
    list.map(
      ({ point: at, number, chain }) =>
        ({ points: [at], reach: 0, position: number, residue: { chain } }) as unknown as Site,
    );
  fc.assert(
    fc.property(sites, (list) => {
      const count = (given: typeof list, cutoff: number) => contactsOf(asSites(given), { ...options, cutoff }).length;
      expect(count([...list].reverse(), 8)).toBe(count(list, 8));
      expect(count(list, 5)).toBeLessThanOrEqual(count(list, 8));
    }),
  );
});

it('stops between structures', async () => {
  const stop = new AbortController();
  const inputs = ['1', '2'].map((id) => structureInput('structure', '1ubq.pdb', id));
  const done = await checkAndRun(tool, inputs, {}, { signal: stop.signal, onProgress: () => stop.abort() });
  expect(done.values('summary')).toHaveLength(1);
});

describe('refuses', () => refusesBadStructures(tool, 'structure', 'protein'));

it('draws each contact of 1UBQ on both sides of the diagonal', async () => {
  const done = await checkAndRun(tool, [structureInput('structure', '1ubq.pdb')], { atom: 'CA' });
  const picture = done.files.find(({ port }) => port === 'picture')!.text;
  const widths = [...picture.matchAll(/M[\d.]+ [\d.]+h([\d.]+)v[\d.]+h-[\d.]+z/g)].map(([, width]) => Number(width));
  const cells = widths.reduce((sum, width) => sum + width, 0) / (540 / 76);
  expect(cells).toBeCloseTo(2 * 177, 0);
});

describe('cases', () => {
  const rowsOf = async (file: string, settings = {}) => {
    const text = readTestData(file);
    const done = await checkAndRun(
      tool,
      [structureText('structure', text, file.endsWith('.cif') ? 'MMCIF' : 'PDB')],
      settings,
    );
    return { done, summary: done.values<Item>('summary')[0]! };
  };

  it('case S06a: insertion codes count as residues, so the contacts are those of 1UBQ', async () => {
    const { done, summary } = await rowsOf('cases/structure/S06a_insertion_codes_33ABC.pdb');
    expect(summary.contacts).toBe(194);
    expect((await rowsOf('structures/1ubq.pdb')).summary.contacts).toBe(194);
    const rows = done.files[0]!.text.split('\n').slice(1, -1);
    expect(rows).toHaveLength(194);
    // Each row names two residues, and no other residue has these names.
    expect(
      new Set(rows.flatMap((row) => [row.split('\t').slice(0, 2).join(), row.split('\t').slice(3, 5).join()])).size,
    ).toBeLessThanOrEqual(76);
    expect(rows.some((row) => row.includes('\t33A\t'))).toBe(true);
  });

  it('case S08a: a modified residue in the chain has its contacts', async () => {
    expect((await rowsOf('cases/structure/S08a_CSS_HETATM_in_chain.pdb')).summary).toMatchObject({
      residues: 76,
      contacts: 194,
    });
  });

  it.each(['S02a_segid_homodimer_no_chain_ids.pdb', 'S02b_TER_homodimer_no_chain_ids.pdb'])(
    'case %s: has both chains',
    async (file) => {
      expect((await rowsOf(`cases/structure/${file}`)).summary.residues).toBe(40);
    },
  );

  it('missing residues count in the distance along the chain', async () => {
    const gap = ubiquitinWith((line) => (/^ +(1[0-9]|20)$/.test(line.slice(22, 26)) ? [] : line));
    const done = await checkAndRun(tool, [structureText('structure', gap)], {
      min_separation: 12,
      cutoff: 20,
      atom: 'CA',
    });
    const rows = done.files[0]!.text.split('\n')
      .slice(1, -1)
      .map((row) => row.split('\t'));
    expect(rows.length).toBeGreaterThan(0);
    expect(Math.min(...rows.map(([, from, , , to]) => Number(to) - Number(from)))).toBe(12);
  });

  it('counts contacts of heavy atoms, and between chosen chains', async () => {
    // Biopython counts pairs of residues of 1UBQ, at least 3 apart, with heavy atoms within 4.5 Å.
    expect((await rowsOf('structures/1ubq.pdb', { atom: 'heavy', cutoff: 4.5 })).summary.contacts).toBe(180);
    const { done, summary } = await rowsOf('cases/structure/S19_63_chains.cif', {
      chains: ['C0', 'C1'],
      scope: 'inter',
      cutoff: 20,
    });
    expect(summary.residues).toBe(6);
    expect(done.values<{ what: string; count: number }>('left_out')).toEqual([
      expect.objectContaining({ what: 'chain', count: 61 }),
    ]);
  });

  it('lists the existing chains when a chosen chain is missing', () => {
    const { problems } = checkRequest(contract, check, [structureInput('structure', '1ubq.pdb')], {
      chains: ['Q'],
    }).verdict;
    expect(problems).toEqual([
      {
        path: 'input.inputs[0].content',
        message: "none of settings.chains is a chain of this structure; its chains are 'A'",
      },
    ]);
  });
});
