import { toCredits } from '@rotamer/domain/credits.ts';

/** Returns credits for the public API; null for an amount that is not known yet. */
export function creditsOrNull(millicredits: number | undefined): number | null {
  return millicredits === undefined ? null : toCredits(millicredits);
}
