import { MAX_INPUT_ID, MAX_SOURCE_IDS } from '@rotamer/domain/results/resultManifest.ts';
import type { OutputPlace } from '@rotamer/tools/contract.ts';

/** Returns the inputs that an output was made from: only the first, if there are more than a result lists for each output. */
export function sourceIds({ sourceInputIds }: OutputPlace): string[] {
  return sourceInputIds.slice(0, MAX_SOURCE_IDS).map((id) => id.slice(0, MAX_INPUT_ID));
}
