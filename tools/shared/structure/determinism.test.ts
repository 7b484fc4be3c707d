import { expect, it } from 'vitest';
import { loadTool } from '../../loadTool.ts';
import { checkAndRun } from '../../testing/testRun.ts';
import { structureInput } from '../../testing/testStructures.ts';

it.each([
  ['structure-summary', ['structures'], {}],
  ['structure-prepare', ['structure'], {}],
  ['contact-map', ['structure'], {}],
  ['structure-superpose', ['reference', 'mobile'], {}],
  ['backbone-torsions', ['structure'], {}],
  ['surface-area', ['structure'], { points: 100 }],
  ['binding-box', ['structure'], { residues: ['A:ZYB'] }],
])('%s gives the same bytes twice', async (id, slots, settings) => {
  const tool = await loadTool(id);
  const inputs = slots.map((slot) => structureInput(slot, '4CUP.cif'));
  const [first, second] = [await checkAndRun(tool, inputs, settings), await checkAndRun(tool, inputs, settings)];
  expect(second.files).toEqual(first.files);
  expect(second.items).toEqual(first.items);
  expect(first.items.length).toBeGreaterThan(0);
});
