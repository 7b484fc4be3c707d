import type { JobData } from '@rotamer/client';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { job } from '../testing/fakeService.ts';
import { accepted, type Budget, hold, leftOf, release, settled } from './budget.ts';

const ended = (id: string, final_credits: number) =>
  ({ ...job, id, billing: { finalized_at: '2026-03-01T12:00:00.000Z', final_credits } }) as JobData;

it('never exceeds the budget by held and spent credits, and counts each submission once', () => {
  const step = fc.record({
    what: fc.constantFrom('submit', 'refuse', 'accept', 'end'),
    which: fc.nat(5),
    credits: fc.nat(10),
  });
  fc.assert(
    fc.property(fc.nat(30), fc.array(step, { maxLength: 60 }), (limit, steps) => {
      let budget: Budget = { limit, used: new Map() };
      /** The model: what each submission counts. */
      const counts = new Map<string, number>();
      const sum = () => [...counts.values()].reduce((a, b) => a + b, 0);
      for (const { what, which, credits } of steps) {
        const [submission, jobId] = [`s${which}`, `job_${which}`];
        if (what === 'submit' && !counts.has(submission) && !counts.has(jobId)) {
          const held = hold(budget, submission, credits);
          expect(held !== undefined).toBe(credits === 0 || sum() + credits <= limit);
          if (held) counts.set(submission, credits);
          budget = held ?? budget;
        } else if (what === 'refuse') {
          counts.delete(submission);
          budget = release(budget, submission);
        } else if (what === 'accept' && counts.has(submission)) {
          counts.set(jobId, counts.get(submission)!);
          counts.delete(submission);
          budget = accepted(budget, submission, { ...job, id: jobId } as JobData);
        } else if (what === 'end' && counts.has(jobId)) {
          // No job costs more than was held for it.
          const cost = Math.min(credits, counts.get(jobId)!);
          counts.set(jobId, cost);
          budget = settled(budget, [ended(jobId, cost), ended('job_of_others', 100)]);
        }
        expect(leftOf(budget)).toBe(limit - sum());
        expect(leftOf(budget)).toBeGreaterThanOrEqual(0);
      }
    }),
  );
});
