import type { SlotCapabilities } from '../contract.ts';

/** No built-in tool models complexes or takes alignments beside a sequence: what is left out is refused. */
export function plainCapabilities(
  records: SlotCapabilities['records'],
  more: { maxResidues?: number; maxHeavyAtoms?: number; externalSources: SlotCapabilities['externalSources'] },
): SlotCapabilities {
  return { records, copies: false, cyclic: false, modifications: false, msa: false, ...more };
}
