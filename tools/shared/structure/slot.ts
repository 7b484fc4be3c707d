import type { ToolInputSlot } from '../../contract.ts';
import { plainCapabilities } from '../slots.ts';

/** More amino acids than in nearly every single protein complex; rows per residue stay below the limit of a job. */
export const MAX_RESIDUES = 10_000;

/** A slot for structures: one per item, of which tools read one model; `models`: where they read several; `chains`: where one is not enough. */
export function structureSlot(
  slot: Pick<ToolInputSlot, 'id' | 'label' | 'min' | 'max'> & {
    description?: string;
    maxResidues?: number;
    models?: { min: number; max: number };
    chains?: { min: number };
  },
): ToolInputSlot {
  const { maxResidues = MAX_RESIDUES, models, chains, ...rest } = slot;
  return {
    ...rest,
    acceptedKinds: ['structure'],
    acceptedFormats: ['PDB', 'MMCIF'],
    defaultKind: 'structure',
    capabilities: plainCapabilities(
      { min: slot.min, max: slot.max },
      { maxResidues, externalSources: ['rcsb'], ...(models && { models }), ...(chains && { chains }) },
    ),
  };
}
