import type { ToolInputSlot } from '../contract.ts';
import { plainCapabilities } from './slots.ts';

/** Returns a slot for DNA or RNA. U counts as T. */
export function nucleotideSlot({ id = 'sequences', label = 'Nucleotide sequences', min = 1, description = '' } = {}) {
  return {
    id,
    label,
    ...(description && { description }),
    min,
    max: 100,
    acceptedKinds: ['dna', 'rna'],
    acceptedFormats: ['FASTA', 'TEXT'],
    defaultKind: 'dna',
    capabilities: plainCapabilities({ min, max: 5_000 }, { maxResidues: 2_000_000, externalSources: [] }),
  } satisfies ToolInputSlot;
}
