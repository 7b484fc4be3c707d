import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../stack/paths.ts';
import type { JobPlan } from './runJob.ts';

/** Drugs whose shapes take a few seconds to compute. */
export const drugs = ['imatinib', 'gefitinib', 'ibuprofen', 'aspirin', 'paracetamol', 'caffeine'];

/** The metered job: three-dimensional conformers of the drugs, minimised with MMFF94. */
export function conformersOfDrugs(): JobPlan {
  const library = readFileSync(join(repository, 'tools', 'testdata', 'kinase_library.smi'), 'utf8').split('\n');
  const content = drugs.map((drug) => library.find((line) => line.endsWith(` ${drug}`))).join('\n');
  const source = { type: 'text' };
  const input = { id: 'drugs', slotId: 'molecules', kind: 'smiles', format: 'SMILES', source, content };
  return { tool: 'conformer-generation', input: { inputs: [input] }, settings: { conformers: 3 } };
}
