import type { SlotCapabilities } from '../contract.ts';

/** Capabilities of the built-in tools: none models complexes or takes an alignment with a sequence. */
export function plainCapabilities(
  records: SlotCapabilities['records'],
  more: { maxResidues?: number; maxHeavyAtoms?: number; externalSources: SlotCapabilities['externalSources'] },
): SlotCapabilities {
  return { records, copies: false, cyclic: false, modifications: false, msa: false, ...more };
}
