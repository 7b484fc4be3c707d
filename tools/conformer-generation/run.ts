import type { Run, Settings, ToolRun } from '../contract.ts';
import type { MoleculeRecord } from '../shared/molecules.ts';
import { goOn } from '../shared/pause.ts';
import { Rdkit } from '../shared/rdkit/rdkit.ts';
import { type FromInput, readMolecules } from '../shared/readInputs.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { Rejects } from '../shared/rejects.ts';
import { check } from './check.ts';
import { type Conformer, ConformerError, type GenerateOptions, generateConformers } from './conformers.ts';
import { selectConformers } from './selectConformers.ts';
import { molecules } from './tool.ts';

export const run: Run = async (job) => {
  refuseProblems(check(job.inputs, job.settings));
  const { records } = readMolecules(job.inputs, molecules);
  const perMolecule = job.settings.conformers as number;
  const rejects = new Rejects(job);
  let written = 0;
  await using rdkit = new Rdkit();
  for (const [i, record] of records.entries()) {
    const progress = (done: number) => job.progress(i * perMolecule + done, records.length * perMolecule);
    const { smiles, reason } = await readSmiles(rdkit, record);
    if (smiles === undefined) rejects.add(record, reason);
    else {
      const { conformers, failure } = await embed(job, smiles, progress);
      if (conformers.length > 0) {
        writeConformers(job, record, i + 1, conformers);
        written++;
      } else if (!job.signal.aborted) rejects.add(record, failure ?? 'no conformer without clashes was found');
    }
    if (job.signal.aborted) break;
    // Fewer conformers than asked for may exist; the molecule is done all the same.
    progress(perMolecule);
    if (!(await goOn(job.signal))) break;
  }
  if (written === 0) rejects.explainNothing();
};

/** RDKit judges the chemistry and keeps the largest fragment: salts make OpenChemLib's generator throw. */
async function readSmiles(rdkit: Rdkit, record: MoleculeRecord) {
  const { result, reason } = await rdkit.ask('describe', record, { parent: true });
  if (!result) return { reason };
  const limit = molecules.capabilities.maxHeavyAtoms as number;
  const { smiles, heavyAtoms } = result;
  return heavyAtoms > limit ? { reason: `${heavyAtoms} heavy atoms, the limit is ${limit}` } : { smiles };
}

/** What was found before a failure or a stop is kept. */
async function embed(job: ToolRun, smiles: string, progress: (done: number) => void) {
  const options = job.settings as Settings & GenerateOptions;
  const conformers: Conformer[] = [];
  try {
    for await (const conformer of generateConformers(smiles, options, job.signal)) progress(conformers.push(conformer));
  } catch (error) {
    if (!(error instanceof ConformerError)) throw error;
    return { conformers, failure: error.message };
  }
  return { conformers };
}

function writeConformers(job: ToolRun, record: FromInput<MoleculeRecord>, number: number, all: Conformer[]): void {
  const selected = selectConformers(all, job.settings.energy_window as number);
  const sourceInputIds = [record.inputId];
  const rows = selected.map(({ number, energy }, i) => ({
    name: record.name,
    conformer: number,
    energy_kcal_mol: energy === null ? null : Number(energy.toFixed(4)),
    rank: i + 1,
  }));
  const sdf = selected.map(({ molfile }, i) => toSdf(molfile, rows[i]!)).join('');
  job.file('conformers', `conformers-${String(number).padStart(4, '0')}.sdf`, sdf, { sourceInputIds });
  for (const row of rows) job.item('energies', row, { sourceInputIds, rank: row.rank });
}

/** The first line of a molfile is its name, of at most 80 characters. */
function toSdf(molfile: string, { name, ...fields }: { name: string } & Record<string, unknown>): string {
  const body = molfile.trimEnd().split('\n').slice(1).join('\n');
  const data = Object.entries(fields)
    .filter(([, value]) => value !== null)
    .map(([key, value]) => `> <${key}>\n${value}\n`);
  return `${[name.slice(0, 80), body, ...data].join('\n')}\n$$$$\n`;
}
