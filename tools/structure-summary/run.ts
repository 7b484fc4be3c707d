import type { Run } from '../contract.ts';
import { writeFasta } from '../shared/fasta.ts';
import { Notes } from '../shared/notes.ts';
import { goOn } from '../shared/pause.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { noteReading } from '../shared/structure/noteStructure.ts';
import { readStructures } from '../shared/structure/readStructures.ts';
import { selectionOf } from '../shared/structure/selection.ts';
import { summarise } from './summarise.ts';
import { structures } from './tool.ts';

export const run: Run = async (job) => {
  const options = { ...selectionOf(job.settings), writesPdb: false };
  const { records, problems } = readStructures(job.inputs, structures, 'polymer', options);
  const notes = new Notes(job);
  refuseProblems({ problems, units: 0 });
  const sequences: { name: string; sequence: string }[] = [];
  for (const [i, record] of records.entries()) {
    const { name, structure, inputId } = record;
    noteReading(notes, record);
    const summary = summarise(structure, notes, record, job.settings.altloc as string);
    job.item('summary', { structure: name, ...summary }, { sourceInputIds: [inputId] });
    // A space would end the name of a FASTA record.
    for (const { id, type, sequence } of summary.chains)
      if (type === 'protein') sequences.push({ name: `${name.replace(/\s+/g, '_')}_${id}`, sequence });
    job.progress(i + 1, records.length);
    if (!(await goOn(job.signal))) break;
  }
  if (sequences.length === 0) return;
  const place = { sourceInputIds: records.map(({ inputId }) => inputId) };
  job.file('sequences', 'sequences.fasta', writeFasta(sequences), place);
};
