// @module-tag native

import { spawnSync } from 'node:child_process';
import { long } from '@rotamer/kit/testing/long.ts';
import { expect, it } from 'vitest';
import { python } from '../../python/place.ts';
import { readTestData } from '../../testdata/read.ts';
import { describeWithPrograms } from '../../testing/testNative.ts';
import { programs } from '../native/programs.ts';
import { TextProblems } from '../problems.ts';
import { MAX_ATOM_LINES } from './limits.ts';
import { readMmcif } from './mmcif.ts';
import { normalise } from './normalise.ts';
import { readPdb } from './pdb.ts';
import { atomsOf, residuesOf } from './structure.ts';
import { writeMmcif } from './writeMmcif.ts';

const describe = await describeWithPrograms({ requires: [programs.python] });

const FILES = long ? 200 : 25;

/** mulberry32: returns the same numbers from 0 to 1 for the same seed. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

type Lines = string[];
const isDecimal = (line: string) => /^ *-?\d+$/.test(line.slice(22, 26));
const isAtom = (line: string) => /^(ATOM {2}|HETATM)/.test(line);
const onAtoms = (change: (line: string) => string) => (lines: Lines) =>
  lines.map((line) => (isAtom(line) ? change(line) : line));
const put = (line: string, at: number, text: string) => line.slice(0, at) + text + line.slice(at + text.length);
const shifted = (line: string, by: number) => put(line, 30, (Number(line.slice(30, 38)) + by).toFixed(3).padStart(8));

/** Changes of one feature of a PDB file. `place` is columns 22 to 27 of one residue. */
const pdbChanges: Record<string, (lines: Lines, place: string, next: () => number) => Lines> = {
  altloc: (lines, place, next) =>
    lines.flatMap((line) => {
      const isSide =
        isAtom(line) && line.slice(21, 27) === place && !/ (N|CA|C|O) /.test(line.slice(12, 17)) && line[16] === ' ';
      const major = next() < 0.5 ? ['0.30', '0.70'] : ['0.50', '0.50'];
      return isSide ? ['A', 'B'].map((mark, i) => put(put(line, 16, mark), 54, `  ${major[i]}`)) : [line];
    }),
  insertion: (lines, place) => onAtoms((line) => (line.slice(21, 27) === place ? put(line, 26, 'A') : line))(lines),
  hybrid36: onAtoms((line) => {
    if (!isDecimal(line)) return line;
    const number = Number(line.slice(22, 26)) + 9950;
    return put(
      line,
      22,
      number < 10_000 ? String(number) : (number - 10_000 + 10 * 36 ** 3).toString(36).toUpperCase(),
    );
  }),
  negative: onAtoms((line) =>
    !isDecimal(line) ? line : put(line, 22, String(Number(line.slice(22, 26)) - 300).padStart(4)),
  ),
  noElement: onAtoms((line) => line.slice(0, 66)),
  noOccupancy: onAtoms((line) => line.slice(0, 54)),
  modified: (lines) =>
    onAtoms((line) => (line.slice(17, 20) === 'SER' ? `HETATM${put(line, 17, 'SEP').slice(6)}` : line))(lines),
  forceField: onAtoms((line) =>
    put(
      line,
      17,
      ({ HIS: 'HIE', CYS: 'CYX', LYS: 'LYN' } as Record<string, string>)[line.slice(17, 20)] ?? line.slice(17, 20),
    ),
  ),
  secondChain: (lines) => [
    ...lines,
    ...lines.filter((line) => line.startsWith('ATOM')).map((line) => shifted(put(line, 21, 'Z'), 70)),
  ],
  longChain: (lines) => [
    ...lines,
    ...lines.filter((line) => line.startsWith('ATOM')).map((line) => shifted(put(line, 20, 'ZQ'), -70)),
  ],
  segment: onAtoms((line) => put(line.padEnd(80), 72, 'SEGA')),
  waters: (lines) => [
    ...lines,
    ...[1, 2, 3].map(
      (i) => `HETATM 900${i}  O   HOH W   ${i}      ${50 + 3 * i}.000  50.000  50.000  1.00 20.00           O  `,
    ),
  ],
  blankLines: (lines) => lines.flatMap((line, i) => (i % 37 === 0 ? [line, ''] : [line])),
};

const bases = ['1ubq.pdb', '1sp1.pdb', 'd1m60a_.pdb', '5eep.pdb', '1A8O.pdb'];

function pdbFile(seed: number): string {
  const next = random(seed);
  const pick = <T>(list: T[]): T => list[Math.floor(next() * list.length)]!;
  const source = readTestData(`structures/${pick(bases)}`).split('\n');
  let lines = source.filter((line) => isAtom(line) || /^(SEQRES|MODRES)/.test(line)).map((line) => line.padEnd(80));
  const changes = Object.keys(pdbChanges);
  for (let i = 0; i < 1 + 3 * next(); i++) {
    const place = pick(lines.filter(isAtom)).slice(21, 27);
    const [change] = changes.splice(Math.floor(next() * changes.length), 1) as [string];
    // A chain with a name that exists already would be merged with it.
    if (
      !(change === 'longChain' || change === 'secondChain') ||
      !lines.some((line) => isAtom(line) && /[ZQ]/.test(line[21]!))
    )
      lines = pdbChanges[change]!(lines, place, next);
  }
  if (next() < 0.25) {
    const body = lines.filter(isAtom);
    const head = next() < 0.5 ? (model: number) => [`MODEL     ${String(3 * model).padStart(4)}`] : () => [];
    lines = [
      ...lines.filter((line) => !isAtom(line)),
      ...[1, 2].flatMap((model) => [...head(model), ...body, 'ENDMDL']),
    ];
  }
  return [...lines, 'END', ''].join(next() < 0.2 ? '\r\n' : '\n');
}

/** mmCIF as Rotamer writes it, with its columns in another order, some left out, and quotes. */
function cifFile(seed: number): string {
  const next = random(seed);
  const structure = readPdb(pdbFile(seed), 1, { maxAtomLines: MAX_ATOM_LINES }, new TextProblems());
  if (!structure) throw new Error(`file ${seed} is refused`);
  const { chains } = normalise(structure, { keepHydrogens: true, mseToMet: false, chainIds: 'source' });
  const residues = chains.flatMap(({ polymer, ligands, waters }) => [...polymer, ...ligands, ...waters]);
  const text = writeMmcif(residues, structure);
  const at = text.indexOf('loop_\n_atom_site.');
  const lines = text.slice(at).trim().split('\n');
  const names = lines.filter((line) => line.startsWith('_'));
  const rows = lines.filter((line) => /^(ATOM|HETATM) /.test(line)).map((line) => line.split(' '));
  const optional = [
    'occupancy',
    'B_iso_or_equiv',
    'auth_comp_id',
    'auth_atom_id',
    'pdbx_PDB_model_num',
    'label_entity_id',
  ];
  const order = names
    .map((_, i) => i)
    .filter((i) => next() < 0.7 || !optional.some((name) => names[i]!.endsWith(name)));
  if (next() < 0.6) order.sort(() => next() - 0.5);
  const quote = (value: string) => (next() < 0.02 && /^[A-Z][0-9A-Z]*$/i.test(value) ? `'${value}'` : value);
  const table = rows.map((row) => order.map((i) => quote(row[i]!)).join(next() < 0.05 ? '\n' : '  '));
  return `${text.slice(0, at)}loop_\n${order.map((i) => names[i]).join('\n')}\n${table.join('\n')}\n#\ndata_second\n_cell.length_a 1\n`;
}

/**
 * Prints the number of models, and the chain ids, residues and atoms of the first model; null when it refuses the file.
 */
const script = `
import gemmi, json, sys
def count(kind, text):
    try:
        st = gemmi.read_pdb_string(text) if kind == 'PDB' else gemmi.make_structure_from_block(gemmi.cif.read_string(text)[0])
        chains = list(st[0])
        return [len(st), len({c.name for c in chains}), sum(len(c) for c in chains), sum(len(r) for c in chains for r in c)]
    except Exception:
        return None
json.dump([count(*each) for each in json.load(sys.stdin)], sys.stdout)
`;

describe('files with changed features', () => {
  it.each([
    ['PDB', pdbFile, readPdb],
    ['MMCIF', cifFile, readMmcif],
  ] as const)('%s: have the models, chains, residues and atoms that Gemmi counts', (format, make, read) => {
    const texts = Array.from({ length: FILES }, (_, seed) => make(seed + 1));
    const input = JSON.stringify(texts.map((text) => [format, text]));
    const { stdout, status, stderr } = spawnSync(python, ['-I', '-c', script], {
      input,
      encoding: 'utf8',
      maxBuffer: 1e8,
    });
    expect([status, stderr]).toEqual([0, '']);
    const counted = JSON.parse(stdout) as (number[] | null)[];
    expect(counted.filter((each) => each !== null).length).toBeGreaterThan(0.9 * FILES);
    for (const [seed, text] of texts.entries()) {
      const problems = new TextProblems();
      const structure = read(text, 1, { maxAtomLines: MAX_ATOM_LINES }, problems);
      // A refused file must have a reason; a file that is read must be complete.
      if (!structure) expect(problems.messages.length).toBeGreaterThan(0);
      else if (counted[seed]) {
        const residues = residuesOf(structure);
        expect([seed, structure.models, structure.chains.length, residues.length, atomsOf(residues).length]).toEqual([
          seed,
          ...counted[seed],
        ]);
      }
    }
  });
});
