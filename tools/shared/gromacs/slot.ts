import type { ToolInputSlot } from '../../contract.ts';
import { structureSlot } from '../structure/slot.ts';

/** Returns the slot of GROMACS tools, which take one structure. */
export const gromacsSlot = (maxResidues: number): ToolInputSlot =>
  structureSlot({
    id: 'structure',
    label: 'Structure',
    description:
      'The proteins of one model, of standard amino acids without missing atoms; ligands and waters are left out',
    min: 1,
    max: 1,
    maxResidues,
  });
