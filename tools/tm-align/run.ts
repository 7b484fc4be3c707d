import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Run, ToolRun } from '../contract.ts';
import { writeFasta } from '../shared/fasta.ts';
import { noteStaged } from '../shared/native/noteStaged.ts';
import { readOutput } from '../shared/native/outputs.ts';
import { programs } from '../shared/native/programs.ts';
import { runProgram } from '../shared/native/runProgram.ts';
import { type Staged, stageChain } from '../shared/native/stageStructure.ts';
import { Notes } from '../shared/notes.ts';
import { goOn } from '../shared/pause.ts';
import { alignmentPicture } from '../shared/pictures/alignment.ts';
import { MAX_PICTURES, numbered, PICTURE } from '../shared/ports.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { MAX_CHAINS } from '../shared/structure/limits.ts';
import { normalise } from '../shared/structure/normalise.ts';
import { letterOf } from '../shared/structure/residues.ts';
import type { Chain, Residue } from '../shared/structure/structure.ts';
import { pointOf, rounded } from '../shared/structure/vectors.ts';
import { writePdb } from '../shared/structure/writePdb.ts';
import { uniqueNames } from '../shared/uniqueNames.ts';
import { move } from '../structure-superpose/superpose.ts';
import { check } from './check.ts';
import { parseMatrix, parseTmAlign } from './parse.ts';
import { type ChainOf, readPairs } from './readPairs.ts';

const REFERENCE = 'reference.pdb';
const MOBILE = 'mobile.pdb';
const MATRIX = 'matrix.txt';

export const run: Run = async (job) => {
  refuseProblems(check(job.inputs, job.settings));
  const { reference, mobiles } = readPairs(job.inputs, job.settings) as { reference: ChainOf; mobiles: ChainOf[] };
  const notes = new Notes(job);
  const altloc = job.settings.altloc as string;
  const stage = (file: string, record: ChainOf) => {
    const staged = stageChain(job.workdir, file, record.structure, { chain: record.chain, altloc, parents: 'names' });
    noteStaged(notes, record, staged, `only chain ${record.chain} is aligned, by its CA atoms`);
    return staged;
  };
  const fixed = stage(REFERENCE, reference);

  const done: Done[] = [];
  for (const [i, mobile] of mobiles.entries()) {
    const staged = stage(MOBILE, mobile);
    const found = await alignPair(job);
    if (!found) break;
    done.push({ mobile, staged, number: i + 1, ...found });
    job.progress(i + 1, mobiles.length);
    if (!(await goOn(job.signal))) break;
  }

  const by = { mobile: 0, reference: 1, average: 2 }[job.settings.normalize_by as 'mobile' | 'reference' | 'average'];
  // Ranks are known when all are done, or when the job is stopped. Equal scores keep the order of the input.
  done.sort((a, b) => b.scores[by]! - a.scores[by]!);
  for (const [i, found] of done.entries()) {
    const place = { sourceInputIds: [reference.inputId, found.mobile.inputId], rank: i + 1 };
    job.item('alignments', rowOf(found, reference), place);
    const rows = alignedRows(found, reference, fixed);
    job.file('alignment', numbered('alignment', found.number, 'afa'), writeFasta(rows), place);
    job.file('superposed', numbered('superposed', found.number, 'pdb'), moved(found, altloc), place);
    job.file('pair', numbered('pair', found.number, 'pdb'), pairOf(found, fixed), place);
    if (i >= MAX_PICTURES) continue;
    const title = `${rows[0]!.name} on ${rows[1]!.name}, TM-score ${found.scores[1]!.toFixed(3)} of the reference`;
    job.file(PICTURE, numbered('alignment', found.number, 'svg'), alignmentPicture(title, rows, true), place);
  }
};

type Found = ReturnType<typeof parseTmAlign> & ReturnType<typeof parseMatrix>;
type Done = Found & { mobile: ChainOf; staged: Staged; number: number };

/** Runs TM-align on one pair. Returns undefined if the job was stopped. */
async function alignPair(job: ToolRun): Promise<Found | undefined> {
  rmSync(join(job.workdir, MATRIX), { force: true });
  const average = job.settings.normalize_by === 'average' ? ['-a', 'T'] : [];
  const { stdout, stopped } = await runProgram({
    program: programs.tmAlign,
    args: [MOBILE, REFERENCE, '-m', MATRIX, ...average],
    cwd: job.workdir,
    signal: job.signal,
  });
  if (stopped) return undefined;
  return { ...parseTmAlign(stdout), ...parseMatrix(readOutput(programs.tmAlign, join(job.workdir, MATRIX))) };
}

const rowOf = (
  { mobile, aligned, rmsd, scores, seqIdentity, rotation, translation, number }: Done,
  reference: ChainOf,
) => ({
  mobile: mobile.name,
  mobile_chain: mobile.chain,
  reference_chain: reference.chain,
  mobile_length: mobile.length,
  reference_length: reference.length,
  aligned,
  rmsd,
  tm_score_mobile: scores[0]!,
  tm_score_reference: scores[1]!,
  tm_score_average: scores[2] ?? null,
  seq_identity: seqIdentity,
  rotation: rotation.map((row) => row.map((value) => rounded(value, 8))),
  translation: translation.map((value) => rounded(value, 5)),
  number,
});

/**
 * Returns the aligned rows with the letters of the input. Their names differ even if a structure is aligned with
 * itself.
 */
function alignedRows({ mobile, staged, rows }: Done, reference: ChainOf, fixed: Staged) {
  const isSame = mobile.name === reference.name;
  const names = uniqueNames([
    isSame ? `${mobile.name}_${mobile.chain}` : mobile.name,
    isSame ? `${reference.name}_${reference.chain}_reference` : reference.name,
  ]);
  return [withLetters(rows[0], staged), withLetters(rows[1], fixed)].map((sequence, i) => ({
    name: names[i]!,
    sequence,
  }));
}

/** Replaces the letters that TM-align writes, which are letters of parents, or X for names that it does not know. */
function withLetters(row: string, { residues }: Staged): string {
  const letters = residues.map(({ original }) => letterOf(original));
  let at = 0;
  return Array.from(row, (letter) => (letter === '-' ? '-' : (letters[at++] ?? letter))).join('');
}

const inPlace = (residue: Residue, { rotation, translation }: Found): Residue => ({
  ...residue,
  atoms: residue.atoms.map((atom) => {
    const [x, y, z] = move({ rotation, translation }, pointOf(atom));
    return { ...atom, x, y, z };
  }),
});

/** Returns the whole file in its new position, including ligands and waters. */
function moved(found: Done, altloc: string): string {
  const { structure } = found.mobile;
  // A PDB file cannot hold more chains. Of larger structures, only the aligned chain is written.
  const isWanted = ({ id }: Chain) => structure.chains.length <= MAX_CHAINS || id === found.mobile.chain;
  const { chains } = normalise(structure, { keepHydrogens: true, mseToMet: false, altloc }, isWanted);
  const residues = (['polymer', 'ligands', 'waters'] as const).flatMap((part) =>
    chains.flatMap((chain) => chain[part]),
  );
  return writePdb(
    residues.map((residue) => inPlace(residue, found)),
    { id: structure.id, hybrid36: true },
  );
}

/** Returns the two aligned chains in one PDB file, for viewers that show one file. */
function pairOf(found: Done, fixed: Staged): string {
  const named = ({ residues }: Staged, chain: string) => residues.map(({ original }) => ({ ...original, chain }));
  const residues = [...named(fixed, 'A'), ...named(found.staged, 'B').map((residue) => inPlace(residue, found))];
  return writePdb(residues, { id: null, hybrid36: true });
}
