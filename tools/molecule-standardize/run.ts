import { join } from 'node:path';
import type { Run, Settings, ToolRun } from '../contract.ts';
import type { MoleculeRecord } from '../shared/molecules.ts';
import { removedSmiles, rowTags } from '../shared/moleculeTools.ts';
import { runPython } from '../shared/native/runPython.ts';
import { Notes } from '../shared/notes.ts';
import { eachMolecule } from '../shared/rdkit/eachMolecule.ts';
import { Rdkit } from '../shared/rdkit/rdkit.ts';
import type { Description } from '../shared/rdkit/tasks/describe.ts';
import { type FromInput, readMolecules } from '../shared/readInputs.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { Rejects } from '../shared/rejects.ts';
import { writeSmilesList } from '../shared/smilesList.ts';
import { check } from './check.ts';
import { molecules } from './tool.ts';

type Molecule = FromInput<MoleculeRecord>;

/** The result of standardize.py: SMILES of each step, all tautomers, and whether the list of tautomers is complete. */
interface Standard {
  parent: string;
  neutral: string;
  smiles: string;
  charge: number;
  tautomers: string[];
  complete: boolean;
}

interface Read {
  record: Molecule;
  parent: Description;
}

/** Molecules per process. When the job is stopped, results of earlier processes are kept. */
const BATCH = 100;

/** Time limit for the tautomers of one molecule. */
const SECONDS = 20;

const NOT_ALL =
  'it has more tautomers than were looked at, so that another drawing of it may have another standard form';
const NO_GROUPS = 'the standard form has no stereo groups';

export const run: Run = async (job) => {
  refuseProblems(check(job.inputs, job.settings));
  const { records, ...read } = readMolecules(job.inputs, molecules, job.settings.name_tag);
  const notes = new Notes(job);
  notes.read(read);
  const rejects = new Rejects(job);
  const standards: { record: Molecule; smiles: string }[] = [];
  const tautomers: { record: Molecule; smiles: string }[] = [];
  await using rdkit = new Rdkit();
  for (let start = 0; start < records.length && !job.signal.aborted; start += BATCH) {
    const progress = { before: 2 * start, total: 2 * records.length };
    const batch: Read[] = [];
    const some = records.slice(start, start + BATCH);
    const options = { parent: job.settings.remove_salts as boolean };
    for await (const { record, result: parent } of eachMolecule(
      { job, rdkit, rejects, notes },
      some,
      'describe',
      options,
      progress,
    ))
      if (parent.heavyAtoms <= MAX_ATOMS) batch.push({ record, parent });
      else rejects.add(record, `${parent.heavyAtoms} heavy atoms, the limit is ${MAX_ATOMS}`);
    const before = progress.before + some.length;
    const found = await standardize(job, batch, (done) => job.progress(before + done, progress.total));
    if (!found) break;
    for (const [i, { record, parent }] of batch.entries()) {
      const standard = found[i];
      const form = standard && (await rdkit.ask('describe', { text: standard.smiles, heavyAtoms: 1 }, {})).result;
      if (!standard || !form) {
        rejects.add(record, 'RDKit in Python does not read it');
        continue;
      }
      if (!standard.complete) notes.warn(record.inputId, record.name, NOT_ALL, record.line);
      if (parent.cxsmiles.includes(' |'))
        notes.leftOut(record.inputId, record.name, 'stereo', [parent.cxsmiles], NO_GROUPS);
      const row = rowOf(record, parent, standard, form, job.settings.tautomer !== 'keep');
      job.item('molecules', row, { sourceInputIds: [record.inputId] });
      standards.push({ record, smiles: form.smiles });
      for (const smiles of standard.tautomers) tautomers.push({ record, smiles });
    }
  }
  if (standards.length === 0) return rejects.explainNothing();
  const place = { sourceInputIds: [...new Set(standards.map(({ record }) => record.inputId))] };
  job.file('smiles', 'standard.smi', writeSmilesList(standards), place);
  if (job.settings.tautomer === 'enumerate') job.file('tautomers', 'tautomers.smi', writeSmilesList(tautomers), place);
};

const MAX_ATOMS = molecules.capabilities.maxHeavyAtoms as number;

/** Returns undefined when the job was stopped, and null for a molecule that Python cannot read. */
function standardize(
  { settings, workdir, signal }: ToolRun,
  batch: Read[],
  onProgress: (done: number) => void,
): Promise<(Standard | null)[] | undefined> {
  const { charges, tautomer, max_tautomers, mobile_stereo } = settings as Settings;
  return runPython<(Standard | null)[]>({
    script: join(import.meta.dirname, 'standardize.py'),
    request: {
      molecules: batch.map(({ parent }) => parent.smiles),
      ...{ charges, tautomer, maxTautomers: max_tautomers, mobileStereo: mobile_stereo, seconds: SECONDS },
    },
    cwd: workdir,
    signal,
    onProgress,
  });
}

function rowOf(
  record: Molecule,
  { removed }: Description,
  { parent, neutral, smiles, charge, tautomers }: Standard,
  form: Description,
  countsTautomers: boolean,
) {
  const changed = [
    ...(removed.length > 0 ? ['fragments'] : []),
    ...(neutral === parent ? [] : ['charges']),
    ...(smiles === neutral ? [] : ['tautomer']),
  ];
  return {
    name: record.name,
    smiles: form.smiles,
    inchikey: form.inchikey,
    parent_smiles: parent,
    changed,
    charge,
    tautomers: countsTautomers ? tautomers.length : null,
    removed_fragments: removedSmiles({ removed, warnings: [] }),
    ...rowTags(record),
  };
}
