import type { Run, Settings, ToolRun } from '../contract.ts';
import {
  type Conformer,
  ConformerError,
  type GenerateOptions,
  generateConformers,
} from '../shared/conformers/conformers.ts';
import { compareStereo, isomersOf, OTHER_ISOMER } from '../shared/ligands/isomers.ts';
import { toSdf } from '../shared/ligands/molfile.ts';
import type { MoleculeRecord } from '../shared/molecules.ts';
import { noteMolecule } from '../shared/moleculeTools.ts';
import { Notes } from '../shared/notes.ts';
import { goOn } from '../shared/pause.ts';
import { Rdkit } from '../shared/rdkit/rdkit.ts';
import { type FromInput, readMolecules } from '../shared/readInputs.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { Rejects } from '../shared/rejects.ts';
import { check } from './check.ts';
import { selectConformers } from './selectConformers.ts';
import { molecules } from './tool.ts';

type Molecule = FromInput<MoleculeRecord>;

type Generate = typeof generateConformers;

export const run: Run = (job) => runWith(job, generateConformers);

/** Runs the job with a generator. Tests pass a generator that fails on purpose. */
export async function runWith(job: ToolRun, generate: Generate): Promise<void> {
  refuseProblems(check(job.inputs, job.settings));
  const { records, ...read } = readMolecules(job.inputs, molecules);
  const perMolecule = job.settings.conformers as number;
  const rejects = new Rejects(job);
  const notes = new Notes(job);
  notes.read(read);
  let written = 0;
  await using rdkit = new Rdkit();
  for (const [i, record] of records.entries()) {
    const progress = (done: number) => job.progress(i * perMolecule + done, records.length * perMolecule);
    try {
      const { smiles, removed, warnings } = await readParent(rdkit, record);
      noteMolecule(notes, record, { removed, warnings });
      for await (const made of makeIsomers({ job, generate, rdkit, notes }, record, smiles, progress)) {
        writeConformers(job, notes, record, i + 1, made);
        written++;
      }
    } catch (error) {
      if (!(error instanceof ConformerError)) throw error;
      rejects.add(record, error.message);
    }
    if (job.signal.aborted) break;
    // A molecule may have fewer conformers than requested; its progress is complete all the same.
    progress(perMolecule);
    if (!(await goOn(job.signal))) break;
  }
  if (written === 0) rejects.explainNothing();
}

/**
 * Reads a molecule with RDKit, which validates the chemistry and removes counterions. OpenChemLib's generator throws at
 * salts.
 */
async function readParent(rdkit: Rdkit, record: MoleculeRecord) {
  const { result, reason } = await rdkit.ask('describe', record, { parent: true, anyImine: true });
  if (!result) throw new ConformerError(reason);
  const limit = molecules.capabilities.maxHeavyAtoms as number;
  if (result.heavyAtoms > limit) throw new ConformerError(`${result.heavyAtoms} heavy atoms, the limit is ${limit}`);
  return result;
}

/** The conformers of one stereoisomer. */
interface Isomer {
  /** Counted from 1; undefined when the molecule has only one stereoisomer. */
  number: number | undefined;
  smiles: string;
  conformers: Conformer[];
  /** Stereocentres that the input does not define. */
  open: string[];
  /** Why there are no more conformers, if the next one failed. */
  failure?: string;
}

/** What is needed to make conformers. */
interface Embedding {
  job: ToolRun;
  rdkit: Rdkit;
  generate: Generate;
}

interface IsomerSettings {
  stereo: string;
  seed: number;
  max_isomers: number;
  max_minutes_per_molecule: number;
}

async function* makeIsomers(
  { notes, ...tools }: Embedding & { notes: Notes },
  record: Molecule,
  smiles: string,
  progress: (done: number) => void,
): AsyncGenerator<Isomer> {
  const { job, rdkit } = tools;
  const { stereo, seed, max_isomers, max_minutes_per_molecule } = job.settings as Settings & IsomerSettings;
  const end = performance.now() + max_minutes_per_molecule * 60_000;
  if (stereo === 'keep_one') return yield await embed(tools, smiles, end, progress);
  const { isomers, more } = await isomersOf(rdkit, smiles, { seed, maxIsomers: max_isomers }, job.signal);
  if (more) notes.warn(record.inputId, record.name, `more than ${max_isomers} stereoisomers; the others are not made`);
  for (const [i, isomer] of isomers.entries()) {
    try {
      const made = await embed(tools, isomer, end, i === 0 ? progress : () => {});
      yield { ...made, number: isomers.length > 1 ? i + 1 : undefined };
    } catch (error) {
      if (!(error instanceof ConformerError) || isomers.length === 1) throw error;
      notes.leftOut(record.inputId, record.name, 'stereo', [isomer], error.message);
    }
    if (job.signal.aborted) return;
  }
}

/** Makes the conformers of a molecule. Conformers made before a failure, a stop or the time limit are kept. */
async function embed(
  { job, rdkit, generate }: Embedding,
  smiles: string,
  end: number,
  progress: (done: number) => void,
): Promise<Isomer> {
  const limitSeconds = (end - performance.now()) / 1_000;
  const options = { ...(job.settings as Settings & GenerateOptions), limitSeconds };
  const made: Isomer = { number: undefined, smiles, conformers: [], open: [] };
  let failure = 'no conformer without clashes was found';
  try {
    for await (const conformer of generate(smiles, options, job.signal)) {
      const { kept, chosen, isomers } = await compareStereo(rdkit, smiles, conformer.molfile);
      progress(conformer.number);
      if (kept && (made.conformers.length === 0 || made.smiles === isomers[0]))
        Object.assign(made, { smiles: isomers[0], open: chosen }).conformers.push(conformer);
      else failure = OTHER_ISOMER;
    }
  } catch (error) {
    if (!(error instanceof ConformerError)) throw error;
    failure = error.message;
    made.failure = failure;
  }
  if (made.conformers.length === 0 && !job.signal.aborted) throw new ConformerError(failure);
  return made;
}

function writeConformers(job: ToolRun, notes: Notes, record: Molecule, file: number, made: Isomer): void {
  const selected = selectConformers(made.conformers, job.settings.energy_window as number);
  if (selected.length === 0) return;
  const { inputId } = record;
  const name = made.number === undefined ? record.name : `${record.name} isomer ${made.number}`;
  const undefined_stereo = made.open.join(', ');
  const rows = selected.map(({ number, energy, minimized }, i) => ({
    ...{ name, conformer: number, energy_kcal_mol: energy === null ? null : Number(energy.toFixed(4)), minimized },
    ...{ smiles: made.smiles, undefined_stereo, rank: i + 1 },
  }));
  if (made.failure !== undefined)
    notes.warn(inputId, name, `conformers after these could not be made: ${made.failure}`);
  const rough = rows.filter(({ minimized }) => !minimized);
  if (job.settings.minimize && rough.length > 0)
    notes.warn(
      inputId,
      name,
      `${rough.length} of ${rows.length} conformers could not be minimised: as they were generated`,
    );
  const sdf = selected.map(({ molfile }, i) => toSdf(molfile, name, fieldsOf(rows[i]!), record.tags)).join('');
  const suffix = made.number === undefined ? '' : `-${String(made.number).padStart(2, '0')}`;
  job.file('conformers', `conformers-${String(file).padStart(4, '0')}${suffix}.sdf`, sdf, {
    sourceInputIds: [inputId],
  });
  for (const row of rows) job.item('energies', row, { sourceInputIds: [inputId], rank: row.rank });
}

/** Returns the values of a row for an SDF, without empty ones. */
function fieldsOf({ name: _, ...row }: Record<string, number | string | boolean | null>): Record<string, string> {
  const filled = Object.entries(row).filter(([, value]) => value !== null && value !== '');
  return Object.fromEntries(filled.map(([key, value]) => [key, String(value)]));
}
