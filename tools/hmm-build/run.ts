import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Run, ToolError } from '../contract.ts';
import { areNucleotides } from '../shared/msa/nucleotides.ts';
import { readOutput } from '../shared/native/outputs.ts';
import { programs } from '../shared/native/programs.ts';
import { runProgram } from '../shared/native/runProgram.ts';
import { withoutRareLetters, writeSafeFasta } from '../shared/native/safeIds.ts';
import { Notes } from '../shared/notes.ts';
import { readAlignment } from '../shared/readInputs.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { check } from './check.ts';
import { alignment } from './tool.ts';

const INPUT = 'in.afa';
const OUTPUT = 'out.hmm';

export const run: Run = async (job) => {
  refuseProblems(check(job.inputs, job.settings));
  const read = readAlignment(job.inputs, alignment);
  const { records } = read;
  const notes = new Notes(job);
  notes.read(read);
  const { id, label } = job.inputs[0]!;
  if (areNucleotides(records.map(({ row }) => row)))
    notes.warn(id, label ?? id, 'looks like an alignment of nucleotides; the profile is of proteins, as all are here');
  const rows = records.map(({ row }) => ({ sequence: row }));
  writeFileSync(join(job.workdir, INPUT), writeSafeFasta(rows, withoutRareLetters));
  const name = job.settings.name as string;
  const { stopped } = await runProgram({
    program: programs.hmmbuild,
    args: [
      '--informat',
      'afa',
      '--amino',
      '-n',
      name,
      '--symfrac',
      String(job.settings.symfrac),
      '--cpu',
      '1',
      OUTPUT,
      INPUT,
    ],
    cwd: job.workdir,
    signal: job.signal,
  });
  if (stopped) return;
  // The date is optional in the format, and would make each file another one.
  const hmm = readOutput(programs.hmmbuild, join(job.workdir, OUTPUT)).replace(/^DATE .*\n/m, '');
  const value = (field: string) => Number(new RegExp(`^${field} +([\\d.]+)$`, 'm').exec(hmm)?.[1] ?? Number.NaN);
  const size = { name, length: value('LENG'), nseq: value('NSEQ'), eff_nseq: value('EFFN') };
  if (!hmm.trimEnd().endsWith('//') || size.nseq !== records.length || !(size.length > 0))
    throw new ToolError('hmmbuild gave no usable profile');
  const place = { sourceInputIds: [job.inputs[0]!.id] };
  job.file('hmm', `${name.replaceAll(/^[._-]+/g, '') || 'profile'}.hmm`, hmm, place);
  job.item('summary', size, place);
  job.progress(1, 1);
};
