// @module-tag native

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { long } from '@rotamer/kit/testing/long.ts';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { readLigand } from '../../binding-box/ligandPoints.ts';
import { readTestData } from '../../testdata/read.ts';
import { dockedLigand } from '../../testing/testLigands.ts';
import { describeWithPrograms } from '../../testing/testNative.ts';
import { programs } from '../native/programs.ts';
import { TextProblems } from '../problems.ts';
import { atomLinesOf, parseLigandPdbqt, parseReceptorPdbqt } from './pdbqt.ts';

const describe = await describeWithPrograms({ requires: [programs.obabel] });

const folder = mkdtempSync(join(tmpdir(), 'rotamer-pdbqt-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function prepared(text: string, format: string, ...options: string[]): string[] {
  const output = join(folder, 'base.pdbqt');
  writeFileSync(join(folder, `base.${format}`), text);
  execFileSync('obabel', [join(folder, `base.${format}`), '-O', output, ...options], { stdio: 'ignore' });
  return readFileSync(output, 'utf8').trimEnd().split('\n');
}

/** Atoms and residues of each molecule that Open Babel finds in each text. It is called once for all of them. */
function byOpenBabel(texts: string[]): Counts[][] {
  const files = texts.map((_, i) => join(folder, `${i}.pdbqt`));
  for (const [i, text] of texts.entries()) writeFileSync(files[i]!, text);
  const { stdout } = spawnSync('obabel', [...files, '-opdb'], { encoding: 'utf8', maxBuffer: 1e9 });
  const found = new Map<string, Counts[]>(files.map((file) => [file, []]));
  for (const molecule of stdout.split(/^COMPND +/m).slice(1))
    found.get(molecule.slice(0, molecule.indexOf('\n')).trim())!.push(countsOf(molecule.split('\n')));
  return files.map((file) => found.get(file)!);
}

type Counts = { atoms: number; residues: number };
const isAtom = (line: string) => /^(ATOM {2}|HETATM)/.test(line);
const countsOf = (lines: string[]): Counts => {
  const atoms = lines.filter(isAtom);
  return { atoms: atoms.length, residues: new Set(atoms.map((line) => line.slice(21, 27))).size };
};

type Change = (lines: string[], at: number, other: number) => string[];
const onAtoms =
  (change: (line: string, i: number) => string): Change =>
  (lines) =>
    lines.map((line, i) => (isAtom(line) ? change(line, i) : line));
const put = (line: string, at: number, text: string) => line.slice(0, at) + text + line.slice(at + text.length);
const onAtom =
  (change: (line: string, other: number) => string): Change =>
  (lines, at, other) =>
    isAtom(lines[at]!) ? lines.with(at, change(lines[at]!, other)) : lines;

const changes: Record<string, Change> = {
  'ends of lines of Windows': (lines) => lines.map((line) => `${line}\r`),
  'a line that is gone': (lines, at) => lines.toSpliced(at, 1),
  'a line that comes twice': (lines, at) => lines.toSpliced(at, 0, lines[at]!),
  'an empty line': (lines, at) => lines.toSpliced(at, 0, ''),
  'a remark': (lines, at) => lines.toSpliced(at, 0, 'REMARK VINA RESULT:    -3.1      0.000      0.000'),
  'lines in another order': (lines, at, other) => lines.with(at, lines[other]!).with(other, lines[at]!),
  'a cut line': (lines, at, other) => lines.with(at, lines[at]!.slice(0, other)),
  'a cut file': (lines, at) => lines.slice(0, at),
  'lower case': (lines, at) => lines.with(at, lines[at]!.toLowerCase()),
  'an indent': (lines, at) => lines.with(at, ` ${lines[at]!}`),
  HETATM: onAtoms((line) => put(line, 0, 'HETATM')),
  'no charge': onAtom((line) => put(line, 68, '        ')),
  'another charge': onAtom((line) => put(line, 68, '  -1.250')),
  'an unknown type': onAtom((line) => `${line.slice(0, 77)}Qx`),
  'types of macrocycles': onAtom((line) => `${line.slice(0, 77)}CG0`),
  'an insertion code': onAtom((line) => put(line, 26, 'A')),
  'an alternate': (lines, at) =>
    isAtom(lines[at]!) ? lines.toSpliced(at, 1, put(lines[at]!, 16, 'A'), put(lines[at]!, 16, 'B')) : lines,
  'another chain': onAtoms((line) => put(line, 21, Number(line.slice(22, 26)) < 3 ? 'Y' : 'Z')),
  'a negative number': onAtoms((line) => put(line, 22, '  -5')),
  'no number': onAtom((line) => put(line, 22, '    ')),
  'bad coordinates': onAtom((line, other) => put(line, 30 + (other % 24), 'x')),
  'a model': (lines) => ['MODEL 1', ...lines, 'ENDMDL'],
  'two models': (lines) => ['MODEL 1', ...lines, 'ENDMDL', 'MODEL 2', ...lines, 'ENDMDL'],
  'a model without an end': (lines) => ['MODEL 1', ...lines],
  'an end between': (lines, at) => lines.toSpliced(at, 0, 'END'),
  'TER lines': (lines, at) => lines.toSpliced(at, 0, 'TER'),
  'an open branch': (lines) => lines.filter((line, i) => !(line.startsWith('ENDBRANCH') && i > lines.length - 4)),
  'two torsion lines': (lines) => [...lines, 'TORSDOF 3'],
  'a flexible residue': (lines) => [...lines, 'BEGIN_RES THR A 315', ...lines.slice(-8, -1), 'END_RES THR A 315'],
};

/** Open Babel would name the molecule after the remark, and its file would not be known. */
const unnamed = (lines: string[]) => lines.filter((line) => !line.startsWith('REMARK  Name'));

describe('PDBQT files with the features and the damage of real ones', () => {
  const fragment = readTestData('structures/1ubq.pdb')
    .split('\n')
    .filter((line) => isAtom(line) && Number(line.slice(22, 26)) < 6);
  const bases = [
    prepared('CC(=O)Oc1ccccc1C(=O)O', 'smi', '-h', '--gen2d'),
    prepared(dockedLigand(), 'sdf', '-h'),
    prepared(fragment.join('\n'), 'pdb', '-h', '-xr'),
  ].map(unnamed);
  const change = fc.tuple(fc.constantFrom(...Object.values(changes)), fc.nat(), fc.nat());
  const file = fc
    .tuple(fc.constantFrom(...bases), fc.array(change, { minLength: 1, maxLength: 2 }))
    .map(([base, list]) =>
      list.reduce((lines, [make, a, b]) => make(lines, a % lines.length, b % lines.length), base).join('\n'),
    );
  const texts = fc.sample(file, { numRuns: long ? 3_000 : 300, seed: 38 });
  const theirs = byOpenBabel(texts);

  it.each<[string, least: number, (text: string) => Counts | undefined]>([
    ['ligands', 0.3, (text) => read(parseLigandPdbqt(text), ({ records }) => countsOf(records[0]!.text.split('\n')))],
    ['receptors', 0.1, (text) => read(parseReceptorPdbqt(text, 1_000), () => countsOf(atomLinesOf(text).split('\n')))],
    ['ligands in a box', 0.5, boxed],
  ])('%s: have the atoms and residues that Open Babel counts in one model, or are refused', (_, least, ours) => {
    let same = 0;
    for (const [i, text] of texts.entries()) {
      const counts = ours(text);
      if (!counts) continue;
      expect(theirs[i], text).toEqual([counts]);
      same++;
    }
    expect(same).toBeGreaterThan(least * texts.length);
  });
});

const read = <T extends { problems: TextProblems }>(parsed: T, counts: (parsed: T) => Counts): Counts | undefined =>
  parsed.problems.messages.length > 0 ? undefined : counts(parsed);

/** What the tool binding-box finds. It leaves flexible side chains out, which Open Babel does not know. */
function boxed(text: string): Counts | undefined {
  const problems = new TextProblems();
  const { length } = readLigand(text, 'PDBQT', problems);
  if (problems.messages.length > 0 || text.includes('BEGIN_RES')) return undefined;
  return { ...countsOf(text.split('\n')), atoms: length };
}
