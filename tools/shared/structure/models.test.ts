import { describe, expect, it } from 'vitest';
import { structureText, ubiquitinWith } from '../../testing/testStructures.ts';
import { cifModelTexts } from './cifModels.ts';
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

  const cif = (count: number) => {
    const [head, tail] = ['data_x\nloop_\n_atom_site.id\n', '#\nloop_\n_exptl.method\n"X-RAY DIFFRACTION"\n'];
    const names = [
      'label_atom_id',
      'label_comp_id',
      'auth_asym_id',
      'auth_seq_id',
      'Cartn_x',
      'Cartn_y',
      'Cartn_z',
      'pdbx_PDB_model_num',
    ];
    const atoms = frames(
      (i) =>
        `${frame(0)
          .split('\n')
          .filter((line) => line.startsWith('ATOM'))
          .map((line, n) => {
            const [atom, residue, chain, number] = [
              line.slice(12, 16),
              line.slice(17, 20),
              line[21],
              line.slice(22, 26),
            ];
            const x = Number(line.slice(30, 38)) + i;
            return `${n} "${atom!.trim()}" ${residue} ${chain} ${number} ${x.toFixed(3)} ${line.slice(38, 54)} ${10 * i}`;
          })
          .join('\n')}\n`,
      count,
    );
    return `${head}${names.map((name) => `_atom_site.${name}\n`).join('')}${atoms}${tail}`;
  };

  it('is read from mmCIF whose models have other numbers', () => {
    const models = readEachModel(structureText('ensemble', cif(3), 'MMCIF'), ensemble, {}, 3);
    const atoms = models.map((model) => atomsOf(residuesOf(model)));
    expect(atoms.map(({ length, 0: first }) => [length, first!.x])).toEqual([
      [602, 27.34],
      [602, 28.34],
      [602, 29.34],
    ]);
    // Each text has the atoms of one model, and what follows the atoms.
    const texts = cifModelTexts(cif(3))!;
    expect(texts.map((text) => [text.match(/ 10$/gm)?.length, text.includes('_exptl.method')])).toEqual([
      [undefined, true],
      [602, true],
      [undefined, true],
    ]);
  });

  it('is read from mmCIF whose atoms stand on several lines', () => {
    const text = cif(2).replace(/(\d+\.\d{3}) (\d+)$/gm, '$1\n$2');
    expect(cifModelTexts(text)).toBeUndefined();
    const models = readEachModel(structureText('ensemble', text, 'MMCIF'), ensemble, {}, 2);
    expect(models.map((model) => atomsOf(residuesOf(model))[0]!.x)).toEqual([27.34, 28.34]);
  });

  it('is read once: 300 frames separated by END lines', () => {
    const text = frames((i) => `${frame(i)}END\n`, 300);
    const begun = performance.now();
    expect(readEachModel(structureText('ensemble', text), ensemble, {}, 300)).toHaveLength(300);
    expect(performance.now() - begun).toBeLessThan(60_000);
  });
});
