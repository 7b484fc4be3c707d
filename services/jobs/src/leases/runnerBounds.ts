import { type Problem, validationFault } from '@rotamer/kit/errors/fault.ts';
import type { Offer } from './claimJobs.ts';

const MAX_OFFERS = 1_000;
const ID = /^[\x21-\x7e]{1,128}$/;
const MAX_MAJOR = 1_000_000;

/**
 * Refuses a runner's id and offers when they are too large or cannot be stored.
 *
 * @throws Fault `validation_error`.
 */
export function refuseUnboundedRunner({ runnerId, offers }: { runnerId: string; offers: Offer[] }): void {
  const problems: Problem[] = [];
  const isId = 'must be 1 to 128 printable ASCII characters without blanks';
  if (!ID.test(runnerId)) problems.push({ path: 'runner_id', message: isId });
  if (offers.length > MAX_OFFERS) {
    problems.push({ path: 'offers', message: `has ${offers.length} items; the limit is ${MAX_OFFERS}` });
  }
  for (const [i, { tool, major }] of offers.slice(0, MAX_OFFERS).entries()) {
    if (!ID.test(tool)) problems.push({ path: `offers[${i}].tool`, message: isId });
    if (!(major >= 0 && major <= MAX_MAJOR)) {
      problems.push({ path: `offers[${i}].major`, message: `must be from 0 to ${MAX_MAJOR}` });
    }
  }
  if (problems.length > 0) throw validationFault(problems);
}
