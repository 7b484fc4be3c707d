import type { Problem } from '@rotamer/kit/errors/fault.ts';
import { wholeNumber } from '@rotamer/kit/grpc/validate.ts';
import type { SetLimitsRequest } from '@rotamer/proto/billing/v1/billing.ts';

const NAME_LENGTH_MAX = 80;

/** Returns a problem unless the name is valid. Paths of problems are the options of the admin command, which sends these requests. */
export function workspaceNameProblem(name: string): Problem | undefined {
  const length = [...name].length;
  if (name.trim() === '' || length > NAME_LENGTH_MAX) {
    return { path: 'name', message: `must have 1 to ${NAME_LENGTH_MAX} characters and not be blank` };
  }
  if (/\p{Cc}/u.test(name)) return { path: 'name', message: 'must not contain control characters' };
  return undefined;
}

export function planProblem(plan: string, plans: string[]): Problem | undefined {
  return plans.includes(plan) ? undefined : { path: 'plan', message: `must be one of ${plans.join(', ')}` };
}

/** The range of PostgreSQL's integer. */
const COUNT_MAX = 2 ** 31 - 1;

/** Zero blocks everything that is limited. Requests start at one: with zero a client could not even read the error. */
const limitRanges = {
  concurrentJobs: { option: 'concurrent-jobs', min: 0, max: COUNT_MAX },
  jobsPerDay: { option: 'jobs-per-day', min: 0, max: COUNT_MAX },
  storageBytes: { option: 'storage-bytes', min: 0, max: Number.MAX_SAFE_INTEGER },
  requestsPerMinute: { option: 'requests-per-minute', min: 1, max: COUNT_MAX },
} as const;

export function limitProblems(limits: Omit<SetLimitsRequest, 'workspaceId'>): (Problem | undefined)[] {
  return Object.entries(limitRanges).map(([name, { option, min, max }]) => {
    const value = limits[name as keyof typeof limitRanges];
    return value === undefined ? undefined : wholeNumber(option, value, min, max);
  });
}
