import { join } from 'node:path';
import type { Run } from '../contract.ts';
import type { MoleculeRecord } from '../shared/molecules.ts';
import { removedSmiles, rowTags, writeTsvWithTags } from '../shared/moleculeTools.ts';
import { runPython } from '../shared/native/runPython.ts';
import { Notes } from '../shared/notes.ts';
import { eachMolecule } from '../shared/rdkit/eachMolecule.ts';
import { Rdkit } from '../shared/rdkit/rdkit.ts';
import { type FromInput, readMolecules } from '../shared/readInputs.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { Rejects } from '../shared/rejects.ts';
import { rounded } from '../shared/structure/vectors.ts';
import { check } from './check.ts';
import { molecules } from './tool.ts';

interface Scores {
  qed: number;
  sa_score: number;
  molecular_weight: number;
  alogp: number;
  acceptors: number;
  donors: number;
  polar_surface: number;
  rotatable_bonds: number;
  aromatic_rings: number;
  alerts: number;
}

export const run: Run = async (job) => {
  refuseProblems(check(job.inputs, job.settings));
  const { records, ...read } = readMolecules(job.inputs, molecules, job.settings.name_tag);
  const notes = new Notes(job);
  notes.read(read);
  const rejects = new Rejects(job);
  // Progress counts reading and scoring of a molecule as one step each.
  const total = 2 * records.length;
  const sound: { record: FromInput<MoleculeRecord>; smiles: string; removed: string }[] = [];
  await using rdkit = new Rdkit();
  const options = { pains: false, smarts: [] };
  for await (const { record, result } of eachMolecule({ job, rdkit, rejects, notes }, records, 'screen', options, {
    total,
  })) {
    // The atoms behind an attachment point are unknown.
    if (result.smiles.includes('*'))
      rejects.add(record, 'it has points of attachment, so that its properties are unknown');
    else sound.push({ record, smiles: result.smiles, removed: removedSmiles(result) });
  }
  if (sound.length === 0) return rejects.explainNothing();
  const scores = await runPython<(Scores | null)[]>({
    script: join(import.meta.dirname, 'score_molecules.py'),
    request: { smiles: sound.map(({ smiles }) => smiles) },
    cwd: job.workdir,
    signal: job.signal,
    onProgress: (done) => job.progress(records.length + done, total),
  });
  if (!scores) return;
  const rows = sound.flatMap(({ record, smiles, removed }, i) => {
    const found = scores[i];
    if (!found) rejects.add(record, 'RDKit in Python does not read its SMILES');
    return found ? [{ name: record.name, smiles, removed_fragments: removed, ...printed(found), record }] : [];
  });
  for (const { record, ...row } of rows)
    job.item('scores', { ...row, ...rowTags(record) }, { sourceInputIds: [record.inputId] });
  if (rows.length === 0) return rejects.explainNothing();
  const sourceInputIds = [...new Set(rows.map(({ record }) => record.inputId))];
  const columns = Object.keys(rows[0]!).filter((column) => column !== 'record');
  job.file('table', 'scores.tsv', writeTsvWithTags(columns, rows), { sourceInputIds });
};

const printed = (scores: Scores): Scores => ({
  ...scores,
  qed: rounded(scores.qed, 4),
  sa_score: rounded(scores.sa_score, 4),
  molecular_weight: rounded(scores.molecular_weight, 3),
  alogp: rounded(scores.alogp, 4),
  polar_surface: rounded(scores.polar_surface, 2),
});
