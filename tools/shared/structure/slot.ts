import type { ToolInputSlot } from '../../contract.ts';
import { plainCapabilities } from '../slots.ts';

/**
 * Almost all single protein complexes have fewer amino acids. With this limit, rows per residue stay below the limit of
 * a job.
 */
export const MAX_RESIDUES = 10_000;

/**
 * Returns a slot for structures, one per item, of which tools read one model. `models`: the tool reads several models;
 * `chains`: it needs more than one chain.
 */
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
