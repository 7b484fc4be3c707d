import type { ToolInput } from '../contract.ts';
import { structureInput } from '../shared/structure/testStructures.ts';

/** The receptor of 1IEP. */
export const kinase = () => structureInput('receptor', '1iep_receptor.pdb');

/** The box of AutoDock Vina's example: imatinib's binding site, 20 Å. */
export const site = { center_x: 15.19, center_y: 53.903, center_z: 16.917 };

export const boxInput = (text: string): ToolInput & { text: string } => ({
  id: 'box',
  slotId: 'box',
  kind: 'box',
  format: 'JSON',
  text,
});
