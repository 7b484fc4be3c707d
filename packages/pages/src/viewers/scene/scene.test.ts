import { describe, expect, it } from 'vitest';
import { type SceneFile, scenesOf } from './scenesOf.ts';
import { colorOf, readValues, residueKey } from './valueColors.ts';

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

  it('have colours from dark to light, also when all are the same', () => {
    expect([colorOf(0, 0, 4), colorOf(1, 0, 4), colorOf(4, 0, 4), colorOf(3, 3, 3)]).toEqual([
      ...['#440154', '#3b528b', '#fde725', '#440154'],
    ]);
  });
});
