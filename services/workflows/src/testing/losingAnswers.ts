import { toItemError } from '@rotamer/kit/batching/itemError.ts';
import { Fault } from '@rotamer/kit/errors/fault.ts';
import type { Deps } from '../deps.ts';

/** Wraps jobs so that it accepts submissions, but its responses to those of `isLost` are lost. */
export function losingAnswers(jobs: Deps['jobs'], isLost: (index: number) => boolean = () => true): Deps['jobs'] {
  const lost = { $case: 'error' as const, value: toItemError(new Fault('service_unavailable', 'The answer is lost.')) };
  return {
    ...jobs,
    async *batchSubmit(request, options) {
      for await (const { answers } of jobs.batchSubmit(request, options))
        yield { answers: answers.map((one) => (isLost(one.index) ? { ...one, answer: lost } : one)) };
    },
  };
}
