import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Run, ToolRun } from '../contract.ts';
import { writeFasta } from '../shared/fasta.ts';
import { readOutput } from '../shared/native/outputs.ts';
import { programs } from '../shared/native/programs.ts';
import { runProgram } from '../shared/native/runProgram.ts';
import { stageFirstChain } from '../shared/native/stageStructure.ts';
import { goOn } from '../shared/pause.ts';
import { numbered } from '../shared/ports.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { normalise } from '../shared/structure/normalise.ts';
import { readStructures } from '../shared/structure/readStructures.ts';
import type { Structure } from '../shared/structure/structure.ts';
import { pointOf, rounded } from '../shared/structure/vectors.ts';
import { writePdb } from '../shared/structure/writePdb.ts';
import { move } from '../structure-superpose/superpose.ts';
import { check } from './check.ts';
import { parseMatrix, parseTmAlign } from './parse.ts';
import { mobiles as mobileSlot, reference as referenceSlot } from './tool.ts';

const REFERENCE = 'reference.pdb';
const MOBILE = 'mobile.pdb';
const MATRIX = 'matrix.txt';

export const run: Run = async (job) => {
  refuseProblems(check(job.inputs, job.settings));
  const reference = readStructures(job.inputs, referenceSlot, 'protein').records[0]!;
  const mobiles = readStructures(job.inputs, mobileSlot, 'protein').records;
  stageFirstChain(job.workdir, REFERENCE, reference.structure);

  const done: Done[] = [];
  for (const [i, { name, structure, inputId }] of mobiles.entries()) {
    stageFirstChain(job.workdir, MOBILE, structure);
    const found = await alignPair(job);
    if (!found) break;
    done.push({ name, structure, inputId, number: i + 1, ...found });
    job.progress(i + 1, mobiles.length);
    if (!(await goOn(job.signal))) break;
  }

  const by = { mobile: 0, reference: 1, average: 2 }[job.settings.normalize_by as 'mobile' | 'reference' | 'average'];
  // Ranks are known when all are done, or when the job was stopped; equal scores keep the order of the input.
  done.sort((a, b) => b.scores[by]! - a.scores[by]!);
  for (const [i, found] of done.entries()) {
    const place = { sourceInputIds: [reference.inputId, found.inputId], rank: i + 1 };
    job.item('alignments', rowOf(found), place);
    const [mobile, fixed] = found.rows;
    const rows = [
      { name: found.name, sequence: mobile },
      // Names of an alignment differ, also where a structure is aligned with itself.
      { name: reference.name === found.name ? `${reference.name}_reference` : reference.name, sequence: fixed },
    ];
    const named = rows.map((row) => ({ ...row, name: row.name.replace(/\s+/g, '_') }));
    job.file('alignment', numbered('alignment', found.number, 'afa'), writeFasta(named), place);
    job.file('superposed', numbered('superposed', found.number, 'pdb'), moved(found), place);
  }
};

type Found = ReturnType<typeof parseTmAlign> & ReturnType<typeof parseMatrix>;
type Done = Found & { name: string; structure: Structure; inputId: string; number: number };

/** Undefined when the job was stopped. */
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

const rowOf = ({ name, aligned, rmsd, scores, seqIdentity, rotation, translation, number }: Done) => ({
  mobile: name,
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

/** All that the file has, ligands and waters included, in its new place. */
function moved({ structure, rotation, translation }: Done): string {
  const { chains } = normalise(structure, { keepHydrogens: true, mseToMet: false });
  const residues = (['polymer', 'ligands', 'waters'] as const).flatMap((part) =>
    chains.flatMap((chain) => chain[part]),
  );
  const inPlace = residues.map((residue) => ({
    ...residue,
    atoms: residue.atoms.map((atom) => {
      const [x, y, z] = move({ rotation, translation }, pointOf(atom));
      return { ...atom, x, y, z };
    }),
  }));
  return writePdb(inPlace, structure);
}
