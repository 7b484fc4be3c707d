import { type Problem, validationFault } from '@rotamer/kit/errors/fault.ts';
import type { Offer } from './liveOffers.ts';

const MAX_OFFERS = 1_000;
const MAX_DATASETS = 1_000;
const DATASET = /^[a-z0-9-]{1,64}@[A-Za-z0-9._-]{1,64}$/;
const ID = /^[\x21-\x7e]{1,128}$/;
const MAX_MAJOR = 1_000_000;

/**
 * Refuses a runner's id, offers and datasets when they are too large or cannot be stored.
 *
 * @throws Fault `validation_error`.
 */
export function refuseUnboundedRunner({
  runnerId,
  offers,
  datasets = [],
}: {
  runnerId: string;
  offers: Offer[];
  datasets?: string[];
}): void {
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
  if (datasets.length > MAX_DATASETS) {
    problems.push({ path: 'datasets', message: `has ${datasets.length} items; the limit is ${MAX_DATASETS}` });
  }
  for (const [i, dataset] of datasets.slice(0, MAX_DATASETS).entries()) {
    if (!DATASET.test(dataset)) problems.push({ path: `datasets[${i}]`, message: 'must be like swissprot@2026_04' });
  }
  if (problems.length > 0) throw validationFault(problems);
}
