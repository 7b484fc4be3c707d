// @module-tag native

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { long } from '@rotamer/kit/testing/long.ts';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { readTestData } from '../../testdata/read.ts';
import { describeWithPrograms } from '../../testing/testNative.ts';
import { programs } from '../native/programs.ts';
import { Rdkit } from '../rdkit/rdkit.ts';
import { parseMol2 } from './mol2.ts';

const describe = await describeWithPrograms({ requires: [programs.obabel] });

const rdkit = new Rdkit();
const folder = mkdtempSync(join(tmpdir(), 'rotamer-mol2-'));
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await rdkit[Symbol.asyncDispose]();
});

const read = (text: string) => parseMol2(text, { maxRecords: 2_000 }).records;
const flat = (smiles: string) => smiles.replace(/[@\\/]/g, '');

/** Molecules of the tables of charges, as they are in acid, in blood and in alkaline water, by a number. */
async function ions(): Promise<string[]> {
  const rows = ['C13_pka.tsv', 'C13_more_charges.tsv', 'C13_expected.tsv'].flatMap((file) =>
    readTestData(`cases/structure/${file}`).trim().split('\n'),
  );
  const found = new Set<string>();
  for (const [i, row] of rows.entries())
    for (const ph of long || i % 15 === 0 ? [1, 7.4, 12] : []) {
      const { result } = await rdkit.ask('protonate', { text: row.split('\t')[1]!, heavyAtoms: 1 }, { ph });
      if (result) found.add(flat(result.smiles));
    }
  return [...found].filter((smiles) => smiles !== WITHOUT_HYDROGEN);
}

/** Open Babel 3.1.1 writes the neutral sulfonimide without the hydrogen of its nitrogen. */
const WITHOUT_HYDROGEN = 'CS(=O)(=O)NS(C)(=O)=O';

/** Open Babel writes MOL2 with all hydrogens, formal charges (UNITY_ATOM_ATTR) and Gasteiger's partial charges. */
function convert(text: string, from: string, to: string, ...options: string[]): string {
  const [input, output] = [join(folder, `in.${from}`), join(folder, `out.${to}`)];
  writeFileSync(input, text);
  rmSync(output, { force: true });
  execFileSync('obabel', [input, '-O', output, ...options], { stdio: 'ignore' });
  return readFileSync(output, 'utf8');
}

/** Returns the SMILES without stereo, which the file does not have. */
async function smilesOf(text: string): Promise<string> {
  const ask = async (one: string) =>
    (await rdkit.ask('match', { text: one, heavyAtoms: 1 }, { smarts: [], maxMatches: 1 })).result?.smiles ?? '';
  return ask(flat(await ask(text)));
}

async function inchikeyOf(text: string): Promise<string | null | undefined> {
  return (await rdkit.ask('describe', { text: await smilesOf(text), heavyAtoms: 1 }, {})).result?.inchikey;
}

describe('MOL2 files of Open Babel', async () => {
  const smiles = await ions();
  const text = convert(smiles.map((one, i) => `${one} ${i}\n`).join(''), 'smi', 'mol2', '-h', '--gen2d');

  it('are the molecules that it was given', { timeout: 120_000 }, async () => {
    const records = read(text);
    expect(records).toHaveLength(smiles.length);
    for (const record of records) {
      const sent = smiles[Number(record.name)]!;
      expect(await smilesOf(record.text), record.fault).toBe(await smilesOf(sent));
    }
  });

  it('are these molecules also without formal charges', { timeout: 120_000 }, async () => {
    const wrong: string[] = [];
    for (const record of read(text.replace(/@<TRIPOS>UNITY_ATOM_ATTR\n(?:[\dc].*\n)*/g, ''))) {
      const sent = smiles[Number(record.name)]!;
      if ((await inchikeyOf(record.text)) !== (await inchikeyOf(sent))) wrong.push(sent);
    }
    // InChI tells two mesomeric forms of dications apart.
    expect(wrong.length).toBeLessThan(0.03 * smiles.length);
  });

  it('have as many atoms as Open Babel reads, or are refused, where they are changed at random', {
    timeout: 120_000,
  }, () => {
    const bases = text.split(/(?=@<TRIPOS>MOLECULE)/);
    const changed = fc.sample(mutated(bases), { numRuns: long ? 400 : 25, seed: 38 });
    const tally = { equal: 0, refused: 0, lenient: 0 };
    for (const one of changed) {
      const theirs = countsOf(convert(one, 'mol2', 'sdf'));
      const records = read(one);
      const ours = countsOf(records.map((record) => `${record.text}$$$$\n`).join(''));
      // Open Babel stops at comments, or loses a bond there.
      if (records.length === 0 || records.some(({ fault }) => fault)) tally.refused++;
      else if (theirs.length < ours.length) tally.lenient++;
      else {
        expect(ours, one).toEqual(theirs);
        tally.equal++;
      }
    }
    expect(tally.equal).toBeGreaterThan(0.4 * changed.length);
    expect(tally.lenient).toBeLessThan(0.1 * changed.length);
  });
});

const countsOf = (sdf: string) =>
  sdf
    .split('$$$$\n')
    .filter((one) => one.trim())
    .map((one) => one.split('\n')[3]!.slice(0, 3));

type Change = (lines: string[], at: number, other: number) => string[];

const changes: Change[] = [
  (lines) => lines.map((line) => `${line}\r`),
  (lines, at) => lines.toSpliced(at, 1),
  (lines, at) => lines.toSpliced(at, 0, lines[at]!),
  (lines, at) => lines.toSpliced(at, 0, '# comment'),
  (lines, at, other) => lines.with(at, lines[other]!).with(other, lines[at]!),
  (lines, at, other) => lines.with(at, lines[at]!.slice(0, other)),
  (lines, at) => lines.with(at, lines[at]!.trim()),
  (lines, at) => lines.with(at, lines[at]!.replace(/ +/g, '\t')),
  (lines, at) => lines.with(at, lines[at]!.toLowerCase()),
  (lines, at) => lines.slice(0, at),
];

const mutated = (bases: string[]) =>
  fc
    .tuple(fc.subarray(bases, { minLength: 1, maxLength: 3 }), fc.constantFrom(...changes), fc.nat(), fc.nat())
    .map(([some, change, a, b]) => {
      const lines = some.join('').split('\n');
      return change(lines, a % lines.length, b % lines.length).join('\n');
    });
