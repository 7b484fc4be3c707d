import { credits } from '../words/numbers.ts';
import type { LiveRunState } from './liveRun.ts';

/** What the current attempt has spent and reserved, against its cap. */
export function RunMoney({ run }: { run: Pick<LiveRunState, 'spent' | 'reserved' | 'cap' | 'earlier'> }) {
  const { spent, reserved, cap, earlier } = run;
  const whole = Math.max(cap ?? 0, spent + reserved);
  const words = [`${credits(spent)} spent`];
  if (reserved > 0) words.push(`${credits(reserved)} reserved`);
  words.push(cap === null ? 'no cap' : `cap ${credits(cap)}`);
  return (
    <div class="money">
      {cap !== null && whole > 0 && (
        <MoneyBar spent={spent / whole} reserved={reserved / whole} label={words.join(', ')} />
      )}
      <p>
        <span class="key spent">{credits(spent)} spent</span>
        {reserved > 0 && <span class="key reserved">{credits(reserved)} reserved</span>}
        <span>{cap === null ? 'no cap' : `of a cap of ${credits(cap)}`}</span>
        {earlier > 0 && <span class="quiet">{credits(earlier)} in earlier attempts</span>}
      </p>
    </div>
  );
}

/** Shares of the whole, from 0 to 1, as a bar. */
function MoneyBar({ spent, reserved, label }: { spent: number; reserved: number; label: string }) {
  return (
    <svg class="bar" viewBox="0 0 100 4" preserveAspectRatio="none" role="img" aria-label={label}>
      <rect class="whole" width={100} height={4} />
      <rect class="spent" width={100 * spent} height={4} />
      <rect class="reserved" x={100 * spent} width={100 * reserved} height={4} />
    </svg>
  );
}
