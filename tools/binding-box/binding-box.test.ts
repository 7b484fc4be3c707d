import fc from 'fast-check';
import type { Static } from 'typebox';
import { describe, expect, it } from 'vitest';
import type { ToolInput } from '../contract.ts';
import { checkRequest } from '../shared/checkRequest.ts';
import type { Vector } from '../shared/structure/vectors.ts';
import { readTestData } from '../testdata/read.ts';
import { checkAndRun } from '../testing/testRun.ts';
import { broken, structureInput, structureText } from '../testing/testStructures.ts';
import { boxAround } from './box.ts';
import { check } from './check.ts';
import { run } from './run.ts';
import { type boxItem, contract } from './tool.ts';

const tool = { contract, check, run };
type Item = Static<typeof boxItem>;

/** The atoms of a peptide bond, and a hydrogen that the box ignores. */
const atoms = [
  ['C', 1.5, 0, 0],
  ['O', 2, 3.25, -1],
  ['N', -1, 1, 2],
  ['H', 50, 50, 50],
] as const;

const molfile = `x\n\n\n  4  0  0  0  0            999 V2000\n${atoms
  .map(([element, ...at]) => `${at.map((value) => value.toFixed(4).padStart(10)).join('')} ${element.padEnd(3)} 0  0\n`)
  .join('')}M  END\n`;
const v3000 = `x\n\n\n  0  0  0     0  0            999 V3000\nM  V30 BEGIN CTAB\nM  V30 COUNTS 4 0 0 0 0\nM  V30 BEGIN ATOM\n${atoms
  .map(([element, ...at], i) => `M  V30 ${i + 1} ${element} ${at.join(' ')} 0\n`)
  .join('')}M  V30 END ATOM\nM  V30 END CTAB\nM  END\n`;
const mol2 = `@<TRIPOS>MOLECULE\nx\n4 0\n@<TRIPOS>ATOM\n${atoms
  .map(([element, ...at], i) => `${i + 1} ${element}1 ${at.join(' ')} ${element}.3 1 LIG 0.0\n`)
  .join('')}@<TRIPOS>BOND\n1 1 2 1\n`;
const pdbqt = `ROOT\n${atoms
  .map(([element, ...at], i) => {
    const place = at.map((value) => value.toFixed(3).padStart(8)).join('');
    return `ATOM  ${String(i + 1).padStart(5)}  ${element}   LIG A   1    ${place}  1.00  0.00     0.000 ${({ H: 'HD', O: 'OA' } as Record<string, string>)[element] ?? element}\n`;
  })
  .join('')}ENDROOT\nTORSDOF 0\n`;
/** Without the tree of torsions. */
const bare = pdbqt.replace(/^(ROOT|ENDROOT|TORSDOF.*)\n/gm, '');

const ligand = (format: string, text: string) => ({ id: 'ligand', slotId: 'ligand', kind: 'ligand', format, text });
const boxOf = async (inputs: (ToolInput & { text: string })[], settings = {}) =>
  (await checkAndRun(tool, inputs, settings)).values<Item>('boxes')[0]!;

it.each([
  ['SDF', `${molfile}$$$$\n`],
  ['MOL', molfile],
  ['SDF', `${v3000}$$$$\n`],
  ['MOL2', mol2],
  ['PDBQT', pdbqt],
])('puts a box around the heavy atoms of a ligand (%s)', async (format, text) => {
  expect(await boxOf([ligand(format, text)])).toEqual({
    center: [0.5, 1.625, 0.5],
    size: [13, 13.25, 13],
    volume: 2239.25,
    atoms: 3,
    clipped: false,
  });
});

it('puts a box around residues of a structure', async () => {
  const input = structureInput('structure', '4CUP.cif');
  const named = await boxOf([input], { residues: ['A:ZYB'], padding: 0 });
  expect(named).toMatchObject({ center: [11.4655, 42.3505, 31.104], size: [4.239, 1.843, 6.122], atoms: 11 });
  expect(await boxOf([input], { residues: ['A:2971'], padding: 0 })).toEqual(named);
});

it('leaves flexible side chains of a docked pose out of the box', async () => {
  const sideChain = pdbqt.replace('TORSDOF 0\n', '').replaceAll('1.5', '9.5');
  const pose = `MODEL 1\n${pdbqt}BEGIN_RES THR A 315\n${sideChain}END_RES THR A 315\nENDMDL\n`;
  expect(await boxOf([ligand('PDBQT', pose)])).toMatchObject({ center: [0.5, 1.625, 0.5], atoms: 3 });
});

it('writes the file that docking reads', async () => {
  const done = await checkAndRun(tool, [ligand('MOL', molfile)], { cubic: true, padding: 15, max_side: 30 });
  expect(JSON.parse(done.files[0]!.text)).toEqual({ center: [0.5, 1.625, 0.5], size: [30, 30, 30] });
  expect(done.values<Item>('boxes')[0]!.clipped).toBe(true);
});

it('contains every point unless it was cut', () => {
  const number = fc.double({ min: -100, max: 100, noNaN: true });
  const points = fc.array(fc.tuple(number, number, number), { minLength: 1, maxLength: 10 });
  fc.assert(
    fc.property(points, fc.integer({ min: 0, max: 15 }), fc.boolean(), (list: Vector[], padding, cubic) => {
      const { center, size, clipped } = boxAround(list, { padding, maxSide: 60, cubic });
      const isInside = list.every((at) =>
        at.every((value, axis) => Math.abs(value - center[axis]!) <= size[axis]! / 2 - padding + 1e-9),
      );
      expect(isInside || clipped).toBe(true);
      expect(size.every((side) => side <= 60 && (!cubic || side === size[0]))).toBe(true);
    }),
  );
});

describe('refuses', () => {
  const problems = (inputs: ToolInput[], settings = {}) =>
    checkRequest(contract, check, inputs, settings).verdict.problems;
  const whole = structureInput('structure', '1ubq.pdb');

  it.each<[string, ToolInput[], object, string, RegExp]>([
    ['nothing', [], {}, 'input.inputs', /^give either 'ligand' or 'structure'/],
    ['both', [ligand('MOL', molfile), whole], {}, 'input.inputs', /^give either 'ligand' or 'structure'/],
    ['no residues', [whole], {}, 'settings.residues', /^name the residues/],
    [
      'other residues',
      [whole],
      { residues: ['A:1', 'B:1'] },
      'settings.residues[1]',
      /^the structure has no residue 'B:1'$/,
    ],
    ['residues of a ligand', [ligand('MOL', molfile)], { residues: ['A:1'] }, 'settings.residues', /is not given$/],
    [
      'a protein as the ligand',
      [{ ...whole, slotId: 'ligand' }],
      {},
      'input.inputs[0].content',
      /send the ligand alone/,
    ],
    [
      'two poses',
      [ligand('PDBQT', pdbqt + pdbqt)],
      {},
      'input.inputs[0].content',
      /^the file has 2 molecules, the box/,
    ],
    [
      'two molecules',
      [ligand('MOL2', mol2 + mol2)],
      {},
      'input.inputs[0].content',
      /^the file has 2 molecules, the box/,
    ],
    ['an empty ligand', [ligand('MOL2', '')], {}, 'input.inputs[0].content', /^the content is empty$/],
    [
      'a drawing, case C21e',
      [ligand('SDF', readTestData('cases/structure/C21e_2D_ligand_flat.sdf'))],
      {},
      'input.inputs[0].content',
      /^the ligand is flat/,
    ],
    [
      'two models without a tree',
      [ligand('PDBQT', `MODEL 1\n${bare}ENDMDL\nMODEL 2\n${bare}ENDMDL\n`)],
      {},
      'input.inputs[0].content',
      /^the file has 2 molecules, the box/,
    ],
    [
      'only side chains',
      [ligand('PDBQT', `BEGIN_RES THR A 315\n${pdbqt}END_RES THR A 315\n`)],
      {},
      'input.inputs[0].content',
      /^no atom beside flexible side chains$/,
    ],
    [
      'an atom in lower case',
      [ligand('PDBQT', pdbqt.replace('ATOM      2', 'atom      2'))],
      {},
      'input.inputs[0].content',
      /^line 3: 'atom {6}2[^']*' is not a line of PDBQT$/,
    ],
    ['junk', [ligand('PDBQT', 'hello\n')], {}, 'input.inputs[0].content', /^no ATOM or HETATM line$/],
    [
      'bad numbers',
      [ligand('MOL2', mol2.replace('3.25', 'x'))],
      {},
      'input.inputs[0].content',
      /^line 6: bad coordinates$/,
    ],
    ['waters', [structureText('ligand', broken.hetatmOnly())], {}, 'input.inputs[0].content', /no heavy atoms$/],
    [
      'two molecules',
      [ligand('SDF', `${molfile}$$$$\n${molfile}`)],
      {},
      'input.inputs[0].content',
      /more than 1 molecules/,
    ],
  ])('%s', (_, inputs, settings, path, message) => {
    expect(problems(inputs, settings)).toEqual([{ path, message: expect.stringMatching(message) }]);
  });
});

it('lists the waters and models that are not in the box', async () => {
  const atom = (name: string, residue: string, number: number, x: number) =>
    `HETATM    1  ${name.padEnd(3)} ${residue} A${String(number).padStart(4)}    ${x.toFixed(3).padStart(8)}   1.000   2.000  1.00  0.00           ${name[0]}\n`;
  const model = `${atom('C1', 'STI', 1, 0)}${atom('O1', 'STI', 1, 1.4)}${atom('O', 'HOH', 2, 9)}`;
  const text = `MODEL        1\n${model}ENDMDL\nMODEL        2\n${model}ENDMDL\n`;
  const done = await checkAndRun(tool, [{ ...ligand('PDB', text), kind: 'structure' }]);
  expect(done.values<Item>('boxes')[0]).toMatchObject({ atoms: 2 });
  expect(done.values('left_out')).toMatchObject([
    { what: 'model', name: '2' },
    { what: 'water', name: 'A:HOH2' },
  ]);
});

it('takes the model and the alternates that the settings choose', async () => {
  const atom = (altloc: string, occupancy: number, x: number) =>
    `HETATM    1  C1 ${altloc}STI A   1    ${x.toFixed(3).padStart(8)}   1.000   2.000  ${occupancy.toFixed(2)}  0.00           C\n`;
  const model = (x: number) => `${atom('A', 0.4, x)}${atom('B', 0.6, x + 1)}`;
  const text = `MODEL        1\n${model(10)}ENDMDL\nMODEL        2\n${model(20)}ENDMDL\n`;
  const centers = async (input: ToolInput & { text: string }, settings: object) => {
    const { center, atoms } = await boxOf([input], settings);
    return [center[0], atoms];
  };
  const file = { ...ligand('PDB', text), kind: 'structure' };
  expect(await centers(file, {})).toEqual([11, 1]);
  expect(await centers(file, { model: 2, altloc: 'A' })).toEqual([20, 1]);
  const receptor = { ...file, slotId: 'structure' };
  expect(await centers(receptor, { residues: ['A:STI'], model: 2 })).toEqual([21, 1]);
  await expect(centers(receptor, { residues: ['A:STI'], model: 3 })).rejects.toThrow(
    'the file has 2 models, there is no model 3',
  );
});
