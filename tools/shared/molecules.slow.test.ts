// @module-tag native

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { long } from '@rotamer/kit/testing/long.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, describe as plainDescribe } from 'vitest';
import { readTestData } from '../testdata/read.ts';
import { type MoleculeRecord, parseSmilesList } from './molecules.ts';
import { parseMolfiles } from './molfiles.ts';
import { answersProbe } from './native/probe.ts';
import { programs } from './native/programs.ts';
import { runPython } from './native/runPython.ts';
import { Rdkit } from './rdkit/rdkit.ts';

const describe = process.env.CI || (await answersProbe(programs.python)) ? plainDescribe : plainDescribe.skip;

interface Figures {
  atoms: number;
  bonds: number;
  charge: number;
  isotopes: number[];
  dummies: number;
  radicals: number;
  smiles: string;
}

const SCRIPT = join(import.meta.dirname, '../testing/rdkitReader.py');
const SEED = 38;
/** Numbers of texts. */
const [SDFS, SMILES] = long ? [400, 1_500] : [50, 200];
const limits = { maxRecords: 1000 };

/**
 * Tests seeded mutations of texts that people and programs write. For each reader, the number of records and every
 * molecule must be those of RDKit.
 */
describe('readers of molecules and RDKit in Python', () => {
  let cwd: string;
  const rdkit = new Rdkit();
  beforeAll(() => {
    cwd = mkdtempSync(join(tmpdir(), 'rotamer-readers-'));
  });
  afterAll(async () => {
    rmSync(cwd, { recursive: true, force: true });
    await rdkit[Symbol.asyncDispose]();
  });

  const ask = (format: string, texts: string[]) =>
    runPython<(Figures | null)[][]>({
      script: SCRIPT,
      request: { format, texts },
      cwd,
      signal: new AbortController().signal,
    }) as Promise<(Figures | null)[][]>;

  /** Returns the SMILES of the records that our reader accepts, and undefined for those that it rejects. */
  async function ours(records: MoleculeRecord[]): Promise<(string | undefined)[]> {
    const found: (string | undefined)[] = [];
    for (const record of records)
      found.push((await rdkit.ask('match', record, { smarts: [], maxMatches: 1 })).result?.smiles);
    return found;
  }

  async function compare(
    texts: string[],
    theirs: (Figures | null)[][],
    parse: (text: string) => MoleculeRecord[],
    kept: Set<string>,
  ) {
    const rows: { text: string; ours: string; theirs: Figures | null }[] = [];
    const tally = { records: 0, equal: 0, rejected: 0, lenient: 0, swallowed: 0 };
    for (const [i, text] of texts.entries()) {
      const records = parse(text);
      // Where an `M END`, a tag's name or the empty line before it is missing, RDKit reads `$$$$` as text and joins the
      // next record.
      if (records.length > theirs[i]!.length) {
        tally.swallowed++;
        continue;
      }
      // White space after the last `$$$$` counts as a record without a molecule for RDKit, and not at all for us.
      expect(theirs[i]!.slice(records.length), text).toEqual(theirs[i]!.length > records.length ? [null] : []);
      for (const [j, smiles] of (await ours(records)).entries()) {
        tally.records++;
        if (smiles === undefined) tally.rejected++;
        else rows.push({ text, ours: smiles, theirs: theirs[i]![j]! });
      }
    }
    const [again] = await ask('SMILES', [rows.map((row) => row.ours).join('\n')]);
    for (const [i, row] of rows.entries()) {
      const mine = again![i]!;
      // RDKit counts the radicals of C+3 in a SMILES, but not in a molfile.
      const theirs = row.theirs && { ...row.theirs, radicals: mine.radicals };
      const isSame = JSON.stringify(mine) === JSON.stringify(theirs);
      // A record that RDKit refuses (v2000) or reads as a dummy atom (cl) must give the molecule that it was before the
      // mutation.
      const isLenient = (row.theirs === null || row.theirs.dummies > 0) && kept.has(mine.smiles);
      if (isSame) tally.equal++;
      else if (isLenient) tally.lenient++;
      else expect({ text: row.text, ...mine }).toEqual({ text: row.text, ...row.theirs });
    }
    return tally;
  }

  it('agree about SD files', async () => {
    const base = sdfs();
    const [originals] = await ask('SDF', [base.join('')]);
    const kept = new Set(originals!.map((one) => one!.smiles));
    const texts = fc.sample(mutatedSdf(base), { numRuns: SDFS, seed: SEED });
    const tally = await compare(
      texts,
      await ask('SDF', texts),
      (text) => parseMolfiles(text, 'SDF', limits).records,
      kept,
    );
    expect(tally.equal).toBeGreaterThan(0.75 * SDFS);
    expect(tally.swallowed).toBeLessThan(0.1 * SDFS);
  });

  it('agree about SMILES', async () => {
    const texts = fc.sample(mutatedSmiles(), { numRuns: SMILES, seed: SEED });
    const tally = await compare(
      texts,
      await ask('SMILES', texts),
      (text) => parseSmilesList(text, limits).records,
      new Set(),
    );
    expect(tally.equal).toBeGreaterThan(0.13 * SMILES);
  });
});

const files = [
  'C05c_wrong_count_in_one.sdf',
  'C08_ids_in_tags.sdf',
  'C10_uppercase_CL_3D.sdf',
  'C20b_v3000_or_group.sdf',
];

/** Records with charges, isotopes, stereo, several fragments, tags and both versions. */
function sdfs(): string[] {
  const zwitterion = molfile(
    'zwitterion',
    ['N', 'C', 'C', 'O', 'O', 'D', 'CL'],
    ['1 2 1', '2 3 1', '3 4 2', '3 5 1', '2 6 1'],
    ['M  CHG  3   1   1   5  -1   7  -1', 'M  ISO  1   3  13'],
  );
  const old = molfile('charges', ['N', 'C', 'O'], ['1 2 1', '2 3 1'], [])
    .replace(/( N {2} 0 )/, '$1')
    .replace(' O   0  0', ' O   0  5');
  const chiral = molfile('chiral', ['C', 'F', 'Br', 'C'], ['1 2 1', '1 3 1', '1 4 1'], []).replace(
    '  1  2  1  0',
    '  1  2  1  1',
  );
  const good = files
    .flatMap((file) => readTestData(`cases/structure/${file}`).split(/(?<=\$\$\$\$\n)/))
    .filter((one) => !one.startsWith('second'));
  return [zwitterion, old, chiral, ...good];
}

function molfile(name: string, elements: string[], bonds: string[], properties: string[]): string {
  const three = (n: unknown) => String(n).padStart(3);
  const atoms = elements.map((element, i) => {
    const [x, y] = [1.3 * i, i % 2].map((value) => value.toFixed(4).padStart(10));
    return `${x}${y}    0.0000 ${element.padEnd(3)} 0  0  0  0  0  0`;
  });
  const bondLines = bonds.map((bond) => `${bond.split(' ').map(three).join('')}  0`);
  const counts = `${three(elements.length)}${three(bonds.length)}  0  0  0  0  0  0  0  0999 V2000`;
  return [
    name,
    '  hand',
    '',
    counts,
    ...atoms,
    ...bondLines,
    ...properties,
    'M  END',
    '> <x>',
    '1',
    '',
    '$$$$',
    '',
  ].join('\n');
}

/** Changes one line, or the whole text. */
function mutatedSdf(base: string[]): fc.Arbitrary<string> {
  const records = fc.subarray(base, { minLength: 1, maxLength: 4 });
  const numbers = fc.tuple(fc.nat(), fc.nat(), fc.nat());
  return fc.tuple(records, fc.constantFrom(...changes), numbers).map(([some, change, [a, b, c]]) => {
    const lines = some.join('').split('\n');
    return change(lines, a % lines.length, b, c).join('\n');
  });
}

type Change = (lines: string[], at: number, b: number, c: number) => string[];

const characters = ' 0123456789-.CNOFSHDMclA*#$>\t';
const elements = ['C', 'N', 'O', 'S', 'CL', 'Cl', 'BR', 'D', 'T', 'H', 'Na', 'A', 'Q', 'R#', '*', 'L', 'Xx', 'Fe'];

const changes: Change[] = [
  (lines) => lines,
  (lines, at) => lines.toSpliced(at, 1),
  (lines, at) => lines.toSpliced(at, 0, lines[at]!),
  (lines, at) => lines.toSpliced(at, 0, ''),
  (lines, at, b) => lines.with(at, lines[b % lines.length]!).with(b % lines.length, lines[at]!),
  (lines, at, b) => lines.with(at, lines[at]!.slice(0, b % (lines[at]!.length + 1))),
  (lines, at, b, c) => lines.with(at, replaced(lines[at]!, b, characters[c % characters.length]!)),
  (lines, at) => lines.with(at, lines[at]!.toLowerCase()),
  (lines, at) => lines.with(at, `${lines[at]}   `),
  (lines, at, b) => lines.slice(0, at + (b % 2)),
  (lines, _, b) =>
    atomLine(lines, b, (line, n) => `${line.slice(0, 31)}${elements[n % elements.length]!.padEnd(3)}${line.slice(34)}`),
  (lines, _, b) => atomLine(lines, b, (line, n) => `${line.slice(0, 36)}${String(n % 8).padStart(3)}${line.slice(39)}`),
  (lines, _, b) =>
    atomLine(lines, b, (line, n) => `${line.slice(0, 34)}${String((n % 7) - 3).padStart(2)}${line.slice(36)}`),
  (lines) => lines.map((line) => line.replace(/ ?V2000$/, '')),
  (lines) => lines.map((line) => line.replace('V2000', 'v2000')),
  (lines) => lines.flatMap((line) => (line.startsWith('M  END') ? ['M  CHG  1   1  -1', line] : [line])),
  (lines) => lines.flatMap((line) => (line.startsWith('M  END') ? ['M  ISO  1   1  14', line] : [line])),
];

const replaced = (line: string, at: number, character: string): string => {
  const i = at % (line.length + 1);
  return `${line.slice(0, i)}${character}${line.slice(i + 1)}`;
};

function atomLine(lines: string[], n: number, change: (line: string, n: number) => string): string[] {
  const atoms = [...lines.keys()].filter((i) => /^[ -].{9}[ -].{9}[ -].{9} [A-Z]/.test(lines[i]!));
  const at = atoms[n % Math.max(1, atoms.length)];
  return at === undefined ? lines : lines.with(at, change(lines[at]!, Math.floor(n / 7)));
}

function mutatedSmiles(): fc.Arbitrary<string> {
  const smiles = ['C12', 'C19', 'C22', 'C24', 'C25']
    .map((id) => smilesFiles[id]!)
    .flatMap((file) => {
      const lines = readTestData(`cases/structure/${file}`).trimEnd().split('\n');
      return lines.map((line) =>
        line
          .split(' ')
          .slice(0, line.includes('|') ? 2 : 1)
          .join(' '),
      );
    });
  const pieces = [
    '[2H]',
    '[13C]',
    '->',
    '<-',
    '.',
    '=',
    '#',
    '(',
    ')',
    '1',
    '2',
    '[Na+]',
    '[O-]',
    '/',
    '\\',
    '@',
    'C',
    'N',
    'c',
    'n',
    '[nH]',
    '*',
    '%12',
    ' |^1:0|',
    ' |o1:0|',
    'Cl',
  ];
  return fc
    .tuple(fc.constantFrom(...smiles), fc.constantFrom('', ...pieces), fc.nat(), fc.nat(3))
    .map(([line, piece, at, cut]) => {
      const i = at % (line.length + 1);
      return `${line.slice(0, i)}${piece}${line.slice(i + cut)}`.trim() || 'C';
    });
}

const smilesFiles: Record<string, string> = {
  C12: 'C12_fragments.smi',
  C19: 'C19_stereo.smi',
  C22: 'C22_cxsmiles.smi',
  C24: 'C24_isotopes.smi',
  C25: 'C25_descriptors.smi',
};
