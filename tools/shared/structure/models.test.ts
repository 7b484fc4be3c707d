import { describe, expect, it } from 'vitest';
import { structureText, ubiquitinWith } from '../../testing/testStructures.ts';
import { readEachModel } from './models.ts';
import { structureSlot } from './slot.ts';
import { atomsOf, residuesOf } from './structure.ts';

const ensemble = structureSlot({ id: 'ensemble', label: 'Ensemble', min: 1, max: 1 });

const frame = (i: number) =>
  ubiquitinWith((line) => line.slice(0, 30) + (Number(line.slice(30, 38)) + i).toFixed(3).padStart(8) + line.slice(38));
const marked = (i: number) => `MODEL     ${i + 1}\n${frame(i)}ENDMDL\n`;
const frames = (text: (i: number) => string, count = 3) => Array.from({ length: count }, (_, i) => text(i)).join('');

describe('every model of a file', () => {
  it.each([
    ['MODEL lines', frames(marked)],
    ['MODEL and END lines', `${frames(marked)}END\n`],
    ['ENDMDL lines', frames((i) => `${frame(i)}ENDMDL\nEND\n`)],
    ['END lines', frames((i) => `${frame(i)}END\n`)],
    ['END lines of Windows', frames((i) => `${frame(i)}END\n`).replaceAll('\n', '\r\n')],
    ['atoms before the first MODEL line', `${frame(0)}MODEL 1\n${frame(1)}ENDMDL\nMODEL 2\n${frame(2)}ENDMDL\n`],
    ['an END line inside of each model', frames((i) => marked(i).replace(/^(.*\n){300}/, '$&END\n'))],
  ])('is read when models are separated by %s', (_, text) => {
    const models = readEachModel(structureText('ensemble', text), ensemble, {}, 3);
    const first = models.map((model) => atomsOf(residuesOf(model)));
    expect(first.map((atoms) => [atoms.length, atoms[0]!.x])).toEqual([
      [602, 27.34],
      [602, 28.34],
      [602, 29.34],
    ]);
  });

  it('uses the names that the header declares', () => {
    const head = 'MODRES 1UBQ XXX A    1  MET\n';
    const text = head + frames(marked).replace(/^ATOM(.{13})MET A {3}1/gm, 'ATOM$1XXX A   1');
    const models = readEachModel(structureText('ensemble', text), ensemble, {}, 3);
    expect(models.map((model) => residuesOf(model)[0]!.parent)).toEqual(['MET', 'MET', 'MET']);
  });

  it('is read once: 300 frames separated by END lines', () => {
    const text = frames((i) => `${frame(i)}END\n`, 300);
    const begun = performance.now();
    expect(readEachModel(structureText('ensemble', text), ensemble, {}, 300)).toHaveLength(300);
    expect(performance.now() - begun).toBeLessThan(60_000);
  });
});
