import { expect, it } from 'vitest';
import { findTool, loadRun } from '../../catalogue.ts';
import { checkAndRun } from '../testRun.ts';
import { structureInput } from './testStructures.ts';

it.each([
  ['structure-summary', ['structures'], {}],
  ['structure-prepare', ['structure'], {}],
  ['contact-map', ['structure'], {}],
  ['structure-superpose', ['reference', 'mobile'], {}],
  ['backbone-torsions', ['structure'], {}],
  ['surface-area', ['structure'], { points: 100 }],
  ['binding-box', ['structure'], { residues: ['A:ZYB'] }],
])('%s gives the same bytes twice', async (id, slots, settings) => {
  const tool = { ...findTool(id)!, run: await loadRun(id) };
  const inputs = slots.map((slot) => structureInput(slot, '4CUP.cif'));
  const [first, second] = [await checkAndRun(tool, inputs, settings), await checkAndRun(tool, inputs, settings)];
  expect(second.files).toEqual(first.files);
  expect(second.items).toEqual(first.items);
  expect(first.items.length).toBeGreaterThan(0);
});
