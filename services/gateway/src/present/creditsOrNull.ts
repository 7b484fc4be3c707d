import { toCredits } from '@rotamer/kit/credits.ts';

/** Credits of the public API; null for what is not known yet. */
export function creditsOrNull(millicredits: number | undefined): number | null {
  return millicredits === undefined ? null : toCredits(millicredits);
}
