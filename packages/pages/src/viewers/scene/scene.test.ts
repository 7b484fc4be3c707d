import { describe, expect, it } from 'vitest';
import { type SceneFile, scenesOf } from './scenesOf.ts';
import { colorOf, plddtColor, readValues, residueColor, residueKey } from './valueColors.ts';

const file = (port: string, name: string, format = 'PDB'): SceneFile => ({
  port,
  name,
  format,
  size: 9,
  url: `/${name}`,
});

const docking = {
  ...{ id: 'docking', label: 'Poses in the receptor', boxes: ['searched_box'] },
  parts: [
    { ports: ['poses_sdf', 'poses_pdbqt'], look: 'ligand' as const, steps: true as const },
    { ports: ['complex'], files: 'any' as const, omit: 'last_residue' as const, look: 'receptor' as const },
  ],
};

describe('the scenes of a result', () => {
  it('put files together by the number in their names, and the shared ones everywhere', () => {
    const files = [
      file('poses_sdf', 'poses-0002.sdf', 'SDF'),
      file('poses_sdf', 'poses-0001.sdf', 'SDF'),
      file('complex', 'complex-0002.pdb'),
      file('searched_box', 'box.json', 'JSON'),
    ];
    const [scene, ...others] = scenesOf([docking], files);
    expect(others).toEqual([]);
    expect(scene!.items.map(({ number, boxes }) => [number, boxes])).toEqual([
      [2, ['/box.json']],
      [1, ['/box.json']],
    ]);
    expect(scene!.items[1]!.parts).toEqual([
      { url: '/poses-0001.sdf', format: 'sdf', look: 'ligand', steps: true },
      { url: '/complex-0002.pdb', format: 'pdb', look: 'receptor', withoutLastResidue: true },
    ]);
  });

  it('use the next port when the first has no files, and leave out a part without files', () => {
    const [scene] = scenesOf([docking], [file('poses_pdbqt', 'poses-0001.pdbqt', 'PDBQT')]);
    expect(scene!.items[0]!.parts).toEqual([
      { url: '/poses-0001.pdbqt', format: 'pdbqt', look: 'ligand', steps: true },
    ]);
  });

  it('take only files of the same number, when a port has a file for each', () => {
    const pockets = {
      id: 'p',
      label: 'Pocket',
      parts: [{ ports: ['pocket'], look: 'b_factor' as const }],
      boxes: ['ranked'],
    };
    const boxes = ['ranked-0001-01.json', 'ranked-0001-02.json', 'ranked-0002-01.json'];
    const files = [file('pocket', 'pocket-0001.pdb'), ...boxes.map((name) => file('ranked', name, 'JSON'))];
    expect(scenesOf([pockets], files)[0]!.items[0]!.boxes).toEqual(['/ranked-0001-01.json', '/ranked-0001-02.json']);
  });

  it('are followed by other structures, one at a time', () => {
    const files = [
      file('complex', 'complex-0001.pdb'),
      file('mmcif', 'a.cif', 'MMCIF'),
      file('report', 'a.tsv', 'TSV'),
    ];
    const [only] = scenesOf([docking], files);
    expect([only!.label, only!.items.map(({ name }) => name)]).toEqual(['Structures', ['a.cif']]);
  });
});

describe('the scenes of inputs', () => {
  const scene = {
    id: 'structure',
    label: 'Structure',
    parts: [{ ports: [], slot: 'structure', look: 'chains' as const }],
    boxes: ['box'],
    plddt: { port: 'summary', field: 'mean_plddt' },
  };
  const inputs = [file('structure', 'one'), file('other', 'x'), file('structure', 'two', 'MMCIF')];
  const summary = [
    { structure: 'two', mean_plddt: 91.5 },
    { structure: 'one', mean_plddt: null },
  ];
  const rowsOf = () => summary;

  it('show each input of the slot, with the boxes, and pLDDT where the rows say so', () => {
    const [shown, ...others] = scenesOf([scene], [file('box', 'box.json', 'JSON')], { inputs, rowsOf });
    expect(others).toEqual([]);
    expect(shown!.items).toEqual([
      { name: 'one', number: 1, parts: [{ url: '/one', format: 'pdb', look: 'chains' }], boxes: ['/box.json'] },
      { name: 'two', number: 2, parts: [{ url: '/two', format: 'cif', look: 'plddt' }], boxes: ['/box.json'] },
    ]);
  });

  it('are left out where the reader may not see inputs', () => {
    expect(scenesOf([scene], [file('box', 'box.json', 'JSON')])).toEqual([]);
  });
});

describe('the values of residues', () => {
  const rows = [
    { structure: 'a', chain: 'A', number: 1, insertion: '', rmsf: 0.5 },
    { structure: 'a', chain: 'A', number: 1, insertion: 'B', rmsf: 1.5 },
    { structure: 'b', chain: 'A', seq: 7, rmsf: 9 },
    { structure: 'b', chain: 'A', seq: 8, rmsf: null },
  ];

  it('are those of one structure, by chain, number and insertion code', () => {
    expect(readValues(rows, 'rmsf', 1)).toEqual({
      of: new Map([
        ['A:1', 0.5],
        ['A:1B', 1.5],
      ]),
      low: 0.5,
      high: 1.5,
    });
    expect(readValues(rows, 'rmsf', 2)!.of.get(residueKey('A', 7, undefined))).toBe(9);
    expect(readValues(rows, 'area')).toBeUndefined();
  });

  it('are found by the name of the structure, and the largest of several counts', () => {
    const several = [...rows, { structure: 'b', chain: 'A', seq: 7, rmsf: 3 }];
    expect(readValues(several, 'rmsf', 1, 'b')!.of).toEqual(new Map([['A:7', 9]]));
    expect(readValues(several, 'rmsf', 1, 'c')!.of.size).toBe(2);
  });

  it('can be classes, which have colours of their own', () => {
    const classes = [
      { structure: 'a', chain: 'A', seq: '1', ss: 'H' },
      { structure: 'a', chain: 'A', seq: '2', ss: 'E' },
      { structure: 'a', chain: 'A', seq: '3', ss: null },
    ];
    const values = readValues(classes, 'ss')!;
    expect(values.names).toEqual(['E', 'H']);
    const colors = ['A:1', 'A:2', 'A:3'].map((key) => residueColor(values, [key]));
    expect(colors).toEqual(['#d55e00', '#0072b2', '#bbbbbb']);
  });

  it('are classes of confidence for pLDDT', () => {
    expect([95, 90, 89.9, 50, 0].map(plddtColor)).toEqual(['#0053d6', '#0053d6', '#65cbf3', '#ffdb13', '#ff7d45']);
  });

  it('have colours from dark to light, also when all are the same', () => {
    expect([colorOf(0, 0, 4), colorOf(1, 0, 4), colorOf(4, 0, 4), colorOf(3, 3, 3)]).toEqual([
      ...['#440154', '#3b528b', '#fde725', '#440154'],
    ]);
  });
});
