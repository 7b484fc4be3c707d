import type { Run } from '../contract.ts';
import { writeFasta } from '../shared/fasta.ts';
import { doubtfulStops } from '../shared/geneticCodes.ts';
import { Notes } from '../shared/notes.ts';
import { goOn } from '../shared/pause.ts';
import { readSequences } from '../shared/readInputs.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { check } from './check.ts';
import { framesOf, type TranslateOptions, translateFrame } from './frames.ts';
import { sequences } from './tool.ts';

export const run: Run = async (job) => {
  refuseProblems(check(job.inputs, job.settings));
  const read = readSequences(job.inputs, sequences);
  const notes = new Notes(job);
  notes.read(read);
  const options: TranslateOptions = {
    code: job.settings.table as number,
    stops: job.settings.stops as TranslateOptions['stops'],
    firstIsMet: job.settings.first_is_met as boolean,
  };
  const doubtful = doubtfulStops(options.code).join(', ');
  if (doubtful)
    notes.warn(
      job.inputs[0]!.id,
      'genetic code',
      `${doubtful} are read as amino acids; near the end of a gene they are stops`,
    );
  const frames = framesOf(job.settings.frame as string);
  const proteins: { name: string; description: string; sequence: string }[] = [];
  const sources = new Set<string>();
  for (const [i, { name, sequence, inputId }] of read.records.entries()) {
    for (const frame of frames) {
      const found = translateFrame(sequence, frame, options);
      if (!found) {
        notes.leftOut(
          inputId,
          name,
          'record',
          [`frame ${frame}`],
          `${sequence.length} bases have no whole codon in it`,
        );
        continue;
      }
      const { protein, ...row } = found;
      // If only one frame is translated, the protein has the name of its gene.
      const id = frames.length === 1 ? name : `${name}_${frame}`;
      job.item('translations', { id, sequence: name, ...row, aa: protein.length }, { sourceInputIds: [inputId] });
      const description = `frame ${frame}, bases ${row.start}-${row.end}, genetic code ${options.code}`;
      if (protein !== '') proteins.push({ name: id, description, sequence: protein });
      else notes.leftOut(inputId, name, 'record', [`frame ${frame}`], 'it begins with a stop codon');
      if (row.rest > 0 && frames.length === 1) {
        const rest = row.rest === 1 ? '1 base' : `${row.rest} bases`;
        notes.leftOut(inputId, name, 'residue', [`the last ${rest}`], 'it is no whole codon', row.rest);
      }
      sources.add(inputId);
    }
    job.progress(i + 1, read.records.length);
    if (!(await goOn(job.signal))) break;
  }
  if (proteins.length > 0)
    job.file('proteins', 'proteins.fasta', writeFasta(proteins), { sourceInputIds: [...sources] });
};
