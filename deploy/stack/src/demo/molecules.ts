import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../folder/paths.ts';
import type { JobResult } from './resources.ts';
import type { JobPlan } from './runJob.ts';
import type { Screen } from './screen.ts';

/** Drugs whose conformers take a few seconds to compute. */
export const drugs = ['imatinib', 'ibuprofen', 'aspirin', 'paracetamol'];

/** The metered job: three-dimensional conformers of the drugs, minimised with MMFF94. */
export function conformersOfDrugs(): JobPlan {
  const library = readFileSync(join(repository, 'tools', 'testdata', 'kinase_library.smi'), 'utf8').split('\n');
  const content = drugs.map((drug) => library.find((line) => line.endsWith(` ${drug}`))).join('\n');
  const source = { type: 'text' };
  const input = { id: 'drugs', slotId: 'molecules', kind: 'smiles', format: 'SMILES', source, content };
  return { tool: 'conformer-generation', input: { inputs: [input] }, settings: { conformers: 2 } };
}

/** Shows each drug's best conformer: its MMFF94 energy in kcal/mol. */
export function showLowestEnergies(screen: Screen, rows: JobResult['results']): void {
  for (const { output_port_id, value } of rows) {
    if (output_port_id !== 'energies' || value.rank !== 1) continue;
    screen.line(String(value.name), `lowest energy ${Number(value.energy_kcal_mol).toFixed(2).padStart(7)} kcal/mol`);
  }
}
