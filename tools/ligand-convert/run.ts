import type { Run } from '../contract.ts';
import { LigandError } from '../shared/ligands/openBabel.ts';
import { readLigands } from '../shared/ligands/readLigands.ts';
import { type ConvertedMolecule, isRdkitFormat, moleculeFiles } from '../shared/moleculeFiles.ts';
import { noteMolecule } from '../shared/moleculeTools.ts';
import { Notes } from '../shared/notes.ts';
import { goOn } from '../shared/pause.ts';
import { numbered } from '../shared/ports.ts';
import { Rdkit } from '../shared/rdkit/rdkit.ts';
import { withNumbers } from '../shared/readInputs.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { Rejects } from '../shared/rejects.ts';
import { check } from './check.ts';
import { convertByBabel, convertByRdkit, describeLigand, type Hydrogens } from './convertLigand.ts';
import { placedLigands } from './placedLigands.ts';
import { targets } from './targets.ts';
import { ligands } from './tool.ts';

const NO_GROUPS = 'the format has no stereo groups or other extensions of this CXSMILES; SMILES and SDF keep them';
const NO_TAGS = 'the format has no place for them; SMILES and SDF keep them';

export const run: Run = async (job) => {
  refuseProblems(check(job.inputs, job.settings));
  const read = readLigands(job.inputs, ligands);
  const notes = new Notes(job);
  const { to, add_hydrogens } = job.settings as { to: string; add_hydrogens: Hydrogens };
  const keepsAll = to === 'SMILES' || to === 'SDF';
  const rejects = new Rejects(job);
  const byRdkit: ConvertedMolecule[] = [];
  const byBabel: string[] = [];
  const sources = new Set<string>();
  await using rdkit = new Rdkit();
  const placed = await placedLigands({ job, rdkit, notes, rejects });
  const all = withNumbers({ ...read, records: [...read.records, ...placed] });
  const { records } = all;
  notes.read(all);
  for (const [i, record] of records.entries()) {
    const place = { sourceInputIds: [record.inputId] };
    try {
      const description = await describeLigand(rdkit, record);
      let file: string;
      if (isRdkitFormat(to)) {
        const found = await convertByRdkit({ rdkit }, record, to, add_hydrogens);
        byRdkit.push({ record, found, smiles: found.smiles });
        file = moleculeFiles[to].name;
      } else {
        const target = targets[to]!;
        const text = await convertByBabel({ job }, record, target, add_hydrogens, description.heavyAtoms);
        if (text === undefined) break;
        file = target.together ? `molecules.${target.format}` : numbered('molecule', i + 1, target.format);
        if (target.together) byBabel.push(text);
        else job.file(target.port, file, text, place);
      }
      sources.add(record.inputId);
      const { smiles, cxsmiles, inchikey, heavyAtoms } = description;
      job.item('molecules', { name: record.name, smiles, inchikey, heavy_atoms: heavyAtoms, file }, place);
      noteMolecule(notes, record, description);
      if (!keepsAll && cxsmiles.includes(' |'))
        notes.leftOut(record.inputId, record.name, 'stereo', [cxsmiles], NO_GROUPS);
      if (!keepsAll) notes.leftOut(record.inputId, record.name, 'tag', [...(record.tags?.keys() ?? [])], NO_TAGS);
    } catch (error) {
      if (!(error instanceof LigandError)) throw error;
      rejects.add(record, error.message);
    }
    job.progress(i + 1, records.length);
    if (!(await goOn(job.signal))) break;
  }
  if (sources.size === 0) return rejects.explainNothing();
  const place = { sourceInputIds: [...sources] };
  if (isRdkitFormat(to))
    job.file(moleculeFiles[to].port, moleculeFiles[to].name, moleculeFiles[to].write(byRdkit), place);
  else if (targets[to]!.together)
    job.file(targets[to]!.port, `molecules.${targets[to]!.format}`, byBabel.join(''), place);
};
