import type { WorkflowRun } from '@rotamer/client';
import { credits } from '../words/numbers.ts';

/** What the current attempt has spent and reserved, against its cap. */
export function RunMoney({ run }: { run: WorkflowRun }) {
  const attempt = run.attempts.at(-1);
  const cap = attempt?.max_credits ?? null;
  const reserved = run.estimated_credits - run.actual_credits;
  const spent = `${credits(run.actual_credits)} spent`;
  return (
    <p>
      {cap !== null && cap > 0 && attempt && (
        <>
          <meter
            min={0}
            max={cap}
            value={Math.min(attempt.estimated_credits, cap)}
            aria-label="Share of the cap"
          />{' '}
        </>
      )}
      {reserved > 0 ? `${spent}, ${credits(reserved)} reserved` : spent}
      {cap === null ? '; no cap' : `; the cap is ${credits(cap)}`}
    </p>
  );
}
