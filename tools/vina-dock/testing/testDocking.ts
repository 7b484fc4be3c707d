import type { ToolInput } from '../../contract.ts';
import { structureInput } from '../../testing/testStructures.ts';

/** The kinase ABL1 with its polar hydrogens. */
export const kinase = () => structureInput('receptor', 'abl1.pdb');

/** Imatinib's binding site, midway between the nitrogen of Met 318 and the oxygen of Ile 360. For boxes of 20 Å. */
export const site = { center_x: 15.9, center_y: 94.9, center_z: 59.9 };

export const boxInput = (text: string): ToolInput & { text: string } => ({
  id: 'box',
  slotId: 'box',
  kind: 'box',
  format: 'JSON',
  text,
});
