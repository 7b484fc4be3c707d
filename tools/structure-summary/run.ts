import type { Run } from '../contract.ts';
import { writeFasta } from '../shared/fasta.ts';
import { goOn } from '../shared/pause.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { readStructures } from '../shared/structure/readStructures.ts';
import { summarise } from './summarise.ts';
import { structures } from './tool.ts';

export const run: Run = async (job) => {
  const { records, problems } = readStructures(job.inputs, structures, 'polymer');
  refuseProblems({ problems, units: 0 });
  const sequences: { name: string; sequence: string }[] = [];
  for (const [i, { name, structure, inputId }] of records.entries()) {
    const summary = summarise(structure);
    job.item('summary', { structure: name, ...summary }, { sourceInputIds: [inputId] });
    // Spaces would end the name of a FASTA record.
    for (const { id, type, sequence } of summary.chains)
      if (type === 'protein') sequences.push({ name: `${name.replace(/\s+/g, '_')}_${id || 'A'}`, sequence });
    job.progress(i + 1, records.length);
    if (!(await goOn(job.signal))) break;
  }
  if (sequences.length === 0) return;
  const place = { sourceInputIds: records.map(({ inputId }) => inputId) };
  job.file('sequences', 'sequences.fasta', writeFasta(sequences), place);
};
