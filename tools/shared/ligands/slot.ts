import type { ToolInputSlot } from '../../contract.ts';
import { plainCapabilities } from '../slots.ts';

/** Making coordinates takes seconds at this size, and minutes for molecules several times as large. */
export const MAX_LIGAND_ATOMS = 100;

/** Returns a slot for molecules in the formats that Open Babel or RDKit reads. */
export function ligandSlot({ max, maxRecords, formats }: { max: number; maxRecords: number; formats: string[] }) {
  return {
    id: 'ligands',
    label: 'Ligands',
    description: `At most ${MAX_LIGAND_ATOMS} heavy atoms each; of salts and mixtures the largest fragment counts`,
    min: 1,
    max,
    acceptedKinds: ['smiles', 'ligand'],
    acceptedFormats: ['SMILES', 'SDF', 'MOL', 'MOL2', ...formats],
    defaultKind: 'smiles',
    capabilities: plainCapabilities(
      { min: 1, max: maxRecords },
      { maxHeavyAtoms: MAX_LIGAND_ATOMS, externalSources: ['pubchem'] },
    ),
  } satisfies ToolInputSlot;
}
