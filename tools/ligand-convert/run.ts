import type { Run } from '../contract.ts';
import { LigandError } from '../shared/ligands/openBabel.ts';
import { readLigands } from '../shared/ligands/readLigands.ts';
import { noteMolecule } from '../shared/moleculeTools.ts';
import { Notes } from '../shared/notes.ts';
import { goOn } from '../shared/pause.ts';
import { numbered } from '../shared/ports.ts';
import { Rdkit } from '../shared/rdkit/rdkit.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { Rejects } from '../shared/rejects.ts';
import { check } from './check.ts';
import { convertLigand } from './convertLigand.ts';
import { targets } from './targets.ts';
import { ligands } from './tool.ts';

const NO_GROUPS = 'the file has no stereo groups or other extensions of this CXSMILES; molecule-convert keeps them';

export const run: Run = async (job) => {
  refuseProblems(check(job.inputs, job.settings));
  const read = readLigands(job.inputs, ligands);
  const { records } = read;
  const notes = new Notes(job);
  notes.read(read);
  const target = targets[job.settings.to as string]!;
  const list = `molecules.${target.format}`;
  const rejects = new Rejects(job);
  const texts: string[] = [];
  const sources = new Set<string>();
  await using rdkit = new Rdkit();
  for (const [i, record] of records.entries()) {
    try {
      const converted = await convertLigand({ job, rdkit }, record, target, job.settings.add_hydrogens as string);
      if (!converted) break;
      const place = { sourceInputIds: [record.inputId] };
      const file = target.together ? list : numbered('molecule', i + 1, target.format);
      if (!target.together) job.file(target.port, file, converted.text, place);
      const { smiles, inchikey, heavyAtoms } = converted.description;
      job.item('molecules', { name: record.name, smiles, inchikey, heavy_atoms: heavyAtoms, file }, place);
      noteMolecule(notes, record, converted.description);
      // Open Babel knows no stereo groups.
      if (converted.description.cxsmiles.includes(' |'))
        notes.leftOut(record.inputId, record.name, 'stereo', [converted.description.cxsmiles], NO_GROUPS);
      texts.push(converted.text);
      sources.add(record.inputId);
    } catch (error) {
      if (!(error instanceof LigandError)) throw error;
      rejects.add(record, error.message);
    }
    job.progress(i + 1, records.length);
    if (!(await goOn(job.signal))) break;
  }
  if (texts.length === 0) return rejects.explainNothing();
  if (target.together) job.file(target.port, list, texts.join(''), { sourceInputIds: [...sources] });
};
