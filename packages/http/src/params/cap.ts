import { toMillicredits } from '@rotamer/domain/credits.ts';
import { validationFault } from '@rotamer/kit/errors/fault.ts';

/**
 * Returns the cap of a budget in millicredits.
 *
 * @throws validation_error for more than three decimals
 */
export function readCap(path: string, credits: number): number {
  const millicredits = toMillicredits(credits);
  if (Math.abs(millicredits - credits * 1000) <= 1e-6 * Math.max(1, credits)) return millicredits;
  throw validationFault([{ path, message: 'must have at most three decimals' }]);
}
