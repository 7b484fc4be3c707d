import fc from 'fast-check';
import type { Static } from 'typebox';
import { describe, expect, it } from 'vitest';
import { refusesBadStructures } from '../shared/structure/refusals.ts';
import { structureInput, structureText, ubiquitinWith } from '../shared/structure/testStructures.ts';
import { checkAndRun } from '../shared/testRun.ts';
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

it('tells contacts within chains from those between them', async () => {
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
    list.map(({ point: at, ...residue }) => ({ point: at, residue }) as unknown as Site);
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
  expect(done.items).toHaveLength(1);
});

describe('refuses', () => refusesBadStructures(tool, 'structure', 'protein'));

it('draws each contact of 1UBQ on both sides of the diagonal', async () => {
  const done = await checkAndRun(tool, [structureInput('structure', '1ubq.pdb')], { atom: 'CA' });
  const picture = done.files.find(({ port }) => port === 'picture')!.text;
  const widths = [...picture.matchAll(/M[\d.]+ [\d.]+h([\d.]+)v[\d.]+h-[\d.]+z/g)].map(([, width]) => Number(width));
  const cells = widths.reduce((sum, width) => sum + width, 0) / (540 / 76);
  expect(cells).toBeCloseTo(2 * 177, 0);
});
