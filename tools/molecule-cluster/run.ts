import type { Run } from '../contract.ts';
import { fingerprintOptions, type PackedBits, packBits } from '../shared/fingerprints.ts';
import type { MoleculeRecord } from '../shared/molecules.ts';
import { writeTsvWithTags } from '../shared/moleculeTools.ts';
import { Notes } from '../shared/notes.ts';
import { eachMolecule } from '../shared/rdkit/eachMolecule.ts';
import { Rdkit } from '../shared/rdkit/rdkit.ts';
import { type FromInput, readMolecules } from '../shared/readInputs.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { Rejects } from '../shared/rejects.ts';
import { writeSmilesList } from '../shared/smilesList.ts';
import { butina } from './butina.ts';
import { check } from './check.ts';
import { molecules } from './tool.ts';

export const run: Run = async (job) => {
  refuseProblems(check(job.inputs, job.settings));
  const { records, ...read } = readMolecules(job.inputs, molecules, job.settings.name_tag);
  const notes = new Notes(job);
  notes.read(read);
  const rejects = new Rejects(job);
  const known: { record: FromInput<MoleculeRecord>; smiles: string; bits: PackedBits }[] = [];
  await using rdkit = new Rdkit();
  const options = fingerprintOptions(job.settings);
  for await (const { record, result } of eachMolecule({ job, rdkit, rejects, notes }, records, 'fingerprint', options))
    known.push({ record, smiles: result.smiles, bits: packBits(result.bits) });
  if (known.length === 0) return rejects.explainNothing();

  // A stopped job writes the clusters of the molecules read so far. They may differ from the clusters of all molecules.
  const clusters = butina(
    known.map(({ bits }) => bits),
    job.settings.cutoff as number,
  );
  for (const [i, members] of clusters.entries()) {
    const of = members.map((index) => known[index]!);
    const names = of.map(({ record }) => record.name);
    const sourceInputIds = [...new Set(of.map(({ record }) => record.inputId))];
    job.item('clusters', { cluster: i + 1, centroid: names[0]!, size: of.length, members: names }, { sourceInputIds });
  }
  const centroids = clusters.map(([centroid]) => known[centroid!]!);
  const sourceInputIds = [...new Set(centroids.map(({ record }) => record.inputId))];
  job.file('centroids', 'centroids.smi', writeSmilesList(centroids), { sourceInputIds });
  const rows = clusters.flatMap((members, i) =>
    members.map((index, place) => {
      const { record, smiles } = known[index]!;
      return { cluster: i + 1, name: record.name, centroid: place === 0, smiles, record };
    }),
  );
  const all = [...new Set(known.map(({ record }) => record.inputId))];
  const table = writeTsvWithTags(['cluster', 'name', 'centroid', 'smiles'], rows);
  job.file('members', 'members.tsv', table, { sourceInputIds: all });
};
