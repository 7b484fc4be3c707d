import { join } from 'node:path';
import { type Run, ToolError } from '../contract.ts';
import { writeFasta } from '../shared/fasta.ts';
import { alignedRows } from '../shared/native/alignedRows.ts';
import { noteStaged } from '../shared/native/noteStaged.ts';
import { readOutput } from '../shared/native/outputs.ts';
import { programs } from '../shared/native/programs.ts';
import { runProgram } from '../shared/native/runProgram.ts';
import { safeId } from '../shared/native/safeIds.ts';
import { type Staged, stageChain } from '../shared/native/stageStructure.ts';
import { Notes } from '../shared/notes.ts';
import { alignmentPicture } from '../shared/pictures/alignment.ts';
import { PICTURE } from '../shared/ports.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { CHAIN_IDS } from '../shared/structure/chains.ts';
import { proteinChain } from '../shared/structure/firstChain.ts';
import { letterOf } from '../shared/structure/residues.ts';
import type { Residue } from '../shared/structure/structure.ts';
import { writePdb } from '../shared/structure/writePdb.ts';
import { uniqueNames } from '../shared/uniqueNames.ts';
import { chainOf, check, readChosen } from './check.ts';
import { parseRmsds, parseSuperposed } from './parse.ts';

const OUT = 'out';

export const run: Run = async (job) => {
  refuseProblems(check(job.inputs, job.settings));
  const altloc = job.settings.altloc as string;
  const { records } = readChosen(job.inputs, job.settings);
  const chosen = records.map(({ structure }, i) => proteinChain(structure, chainOf(job.settings, i)).id);
  const notes = new Notes(job);
  const staged = records.map((record, i) => {
    const chain = chosen[i]!;
    const written = stageChain(job.workdir, safeId(i), record.structure, { chain, altloc, parents: 'names' });
    return { staged: written, sequence: written.residues.map(({ original }) => letterOf(original)).join('') };
  });
  const { stopped } = await runProgram({
    program: programs.mustang,
    args: ['-i', ...records.map((_, i) => safeId(i)), '-o', OUT, '-F', 'fasta', '-r', 'ON'],
    cwd: job.workdir,
    signal: job.signal,
  });
  if (stopped) return;
  for (const [i, record] of records.entries())
    noteStaged(
      ...([notes, record, staged[i]!.staged] as const),
      `only amino acids of chain ${chosen[i]} with an alpha carbon are aligned`,
    );

  const read = (ending: string) => readOutput(programs.mustang, join(job.workdir, `${OUT}.${ending}`));
  const rows = alignedRows(programs.mustang, read('afasta'), staged);
  const rmsds = parseRmsds(read('rms_rot'), records.length);
  const chains = CHAIN_IDS.slice(0, records.length);
  const superposed = withNames(parseSuperposed(read('pdb'), chains), staged);

  const names = uniqueNames(records.map(({ name }) => name));
  const place = { sourceInputIds: records.map(({ inputId }) => inputId) };
  const named = rows.map(({ record, sequence }) => ({ name: names[staged.indexOf(record)]!, sequence }));
  job.file('alignment', 'alignment.afa', writeFasta(named), place);
  job.file('superposed', 'superposed.pdb', writePdb(superposed, { id: null, hybrid36: true }), place);
  const core = coreOf(rows.map(({ sequence }) => sequence));
  for (const [a, { inputId }] of records.entries())
    for (let b = a + 1; b < records.length; b++) {
      const row = {
        ...{ a: names[a], b: names[b], source_chain_a: chosen[a], source_chain_b: chosen[b] },
        ...{ chain_a: chains[a], chain_b: chains[b], core, rmsd: rmsds[a]![b] },
      };
      job.item('rmsd', row, { sourceInputIds: [inputId, records[b]!.inputId] });
    }
  job.file(PICTURE, 'alignment.svg', alignmentPicture('Alignment by MUSTANG', named, true), place);
  job.progress(1, 1);
};

/** Returns the number of columns without a gap, over which MUSTANG computes its distances. */
const coreOf = (rows: string[]): number =>
  Array.from(rows[0]!).filter((_, column) => rows.every((row) => row[column] !== '-')).length;

/** Returns the superposed residues with the numbers and names of the input. They are in the order of the input. */
function withNames(superposed: Residue[], staged: { staged: Staged }[]): Residue[] {
  const given = staged.flatMap(({ staged: { residues } }) => residues);
  if (given.length !== superposed.length)
    throw new ToolError(`mustang wrote ${superposed.length} of ${given.length} residues`);
  return superposed.map((residue, i) => {
    const { name, number, insertion, isHet } = given[i]!.original;
    return { ...residue, name, number, insertion, isHet };
  });
}
