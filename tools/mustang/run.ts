import { join } from 'node:path';
import type { Run } from '../contract.ts';
import { writeFasta } from '../shared/fasta.ts';
import { alignedRows } from '../shared/native/alignedRows.ts';
import { readOutput } from '../shared/native/outputs.ts';
import { programs } from '../shared/native/programs.ts';
import { runProgram } from '../shared/native/runProgram.ts';
import { safeId } from '../shared/native/safeIds.ts';
import { stageFirstChain } from '../shared/native/stageStructure.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { CHAIN_IDS } from '../shared/structure/chains.ts';
import { readStructures } from '../shared/structure/readStructures.ts';
import { letterOf } from '../shared/structure/residues.ts';
import { writePdb } from '../shared/structure/writePdb.ts';
import { uniqueNames } from '../shared/uniqueNames.ts';
import { check } from './check.ts';
import { parseRmsds, parseSuperposed } from './parse.ts';
import { structures } from './tool.ts';

const OUT = 'out';

export const run: Run = async (job) => {
  refuseProblems(check(job.inputs, job.settings));
  const { records } = readStructures(job.inputs, structures, 'protein');
  const staged = records.map(({ structure }, i) => {
    const residues = stageFirstChain(job.workdir, safeId(i), structure);
    return { sequence: residues.map(letterOf).join('') };
  });
  const { stopped } = await runProgram({
    program: programs.mustang,
    args: ['-i', ...records.map((_, i) => safeId(i)), '-o', OUT, '-F', 'fasta', '-r', 'ON'],
    cwd: job.workdir,
    signal: job.signal,
  });
  if (stopped) return;

  const read = (ending: string) => readOutput(programs.mustang, join(job.workdir, `${OUT}.${ending}`));
  const rows = alignedRows(programs.mustang, read('afasta'), staged);
  const rmsds = parseRmsds(read('rms_rot'), records.length);
  const chains = CHAIN_IDS.slice(0, records.length);
  const superposed = parseSuperposed(read('pdb'), chains);

  const names = uniqueNames(records.map(({ name }) => name));
  const place = { sourceInputIds: records.map(({ inputId }) => inputId) };
  const named = rows.map(({ record, sequence }) => ({ name: names[staged.indexOf(record)]!, sequence }));
  job.file('alignment', 'alignment.afa', writeFasta(named), place);
  job.file('superposed', 'superposed.pdb', writePdb(superposed, { id: null }), place);
  for (const [a, { inputId }] of records.entries())
    for (let b = a + 1; b < records.length; b++) {
      const row = { a: names[a], b: names[b], chain_a: chains[a], chain_b: chains[b], rmsd: rmsds[a]![b] };
      job.item('rmsd', row, { sourceInputIds: [inputId, records[b]!.inputId] });
    }
  job.progress(1, 1);
};
