import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { guessKind } from '@rotamer/formats/letters.ts';
import { type Run, ToolError } from '../contract.ts';
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

type Alphabet = 'protein' | 'dna' | 'rna';

const options: Record<Alphabet, string> = { protein: '--amino', dna: '--dna', rna: '--rna' };

/**
 * Returns the alphabet of the settings, or a guess. `certain` is false for guesses, unless the rows have letters that
 * only proteins have.
 */
function alphabetOf(rows: string[], given: Alphabet | 'auto'): { alphabet: Alphabet; certain: boolean } {
  if (given !== 'auto') return { alphabet: given, certain: true };
  const { kind, certain } = guessKind(rows);
  if (kind === 'protein') return { alphabet: 'protein', certain };
  const isRna = rows.some((row) => row.includes('U')) && !rows.some((row) => row.includes('T'));
  return { alphabet: isRna ? 'rna' : 'dna', certain: false };
}

export const run: Run = async (job) => {
  refuseProblems(check(job.inputs, job.settings));
  const read = readAlignment(job.inputs, alignment);
  const { records } = read;
  const notes = new Notes(job);
  notes.read(read);
  const { id, label } = job.inputs[0]!;
  const rows = records.map(({ row }) => row);
  const { alphabet, certain } = alphabetOf(rows, job.settings.alphabet as Alphabet | 'auto');
  if (!certain)
    notes.warn(id, label ?? id, `the rows were read as ${alphabet}; set alphabet if they are something else`);
  writeFileSync(
    join(job.workdir, INPUT),
    writeSafeFasta(
      rows.map((sequence) => ({ sequence })),
      alphabet === 'protein' ? withoutRareLetters : undefined,
    ),
  );
  const name = job.settings.name as string;
  const { stopped } = await runProgram({
    program: programs.hmmbuild,
    args: [
      '--informat',
      'afa',
      options[alphabet],
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
  // The date is optional in the format, and would make each file different.
  const hmm = readOutput(programs.hmmbuild, join(job.workdir, OUTPUT)).replace(/^DATE .*\n/m, '');
  const value = (field: string) => Number(new RegExp(`^${field} +([\\d.]+)$`, 'm').exec(hmm)?.[1] ?? Number.NaN);
  const size = { name, length: value('LENG'), alphabet, nseq: value('NSEQ'), eff_nseq: value('EFFN') };
  if (!hmm.trimEnd().endsWith('//') || size.nseq !== records.length || !(size.length > 0))
    throw new ToolError('hmmbuild gave no usable profile');
  const place = { sourceInputIds: [job.inputs[0]!.id] };
  job.file('hmm', `${name.replaceAll(/^[._-]+/g, '') || 'profile'}.hmm`, hmm, place);
  job.item('summary', size, place);
  job.progress(1, 1);
};
