import { toMillicredits } from '@rotamer/domain/credits.ts';
import { MAX_MILLICREDITS } from '@rotamer/domain/limits.ts';
import type { CreditModel, ToolLimits, Verdict } from '@rotamer/tools/contract.ts';
import type { JobBilling } from './job.ts';

/** The price of a job before it runs. */
export interface Price {
  mode: 'fixed' | 'metered_runtime';
  /** The fixed price, or the expected cost of the runtime. */
  estimatedMillicredits: number;
  /** The amount held when the job is accepted: the price, or the first reservation. */
  reservedMillicredits: number;
  /** Metered only: the most that may be held. */
  capMillicredits?: number;
  rateMillicreditsPerMinute?: number;
}

/** The shortest reservation of a metered job, in minutes. */
const SHORTEST_MINUTES = 1;

/**
 * Returns the price of a checked request; undefined for a free tool. Fixed: base + per_unit × units. Metered: the
 * expected minutes × rate are held at first, and the hold is extended up to the cap (the caller's, or the tool's time
 * limit × rate).
 */
export function priceOf(
  credit: CreditModel,
  limits: ToolLimits,
  verdict: Pick<Verdict, 'units' | 'estimatedMinutes'>,
  maxReservedMillicredits: number | undefined,
): Price | undefined {
  if (credit.mode === 'free') return undefined;
  if (credit.mode === 'fixed') {
    const price = exact(toMillicredits(credit.base + credit.perUnit * verdict.units));
    return price === 0 ? undefined : { mode: 'fixed', estimatedMillicredits: price, reservedMillicredits: price };
  }
  const rateMillicreditsPerMinute = toMillicredits(credit.ratePerMinute);
  const longest = Math.ceil((rateMillicreditsPerMinute * limits.wallSeconds) / 60);
  const cap = Math.min(maxReservedMillicredits ?? longest, MAX_MILLICREDITS);
  const minutes = verdict.estimatedMinutes ?? SHORTEST_MINUTES;
  const estimated = exact(Math.min(Math.ceil(rateMillicreditsPerMinute * minutes), longest));
  const first = Math.max(estimated, rateMillicreditsPerMinute * SHORTEST_MINUTES);
  return {
    mode: 'metered_runtime',
    estimatedMillicredits: estimated,
    reservedMillicredits: Math.min(first, longest, cap),
    capMillicredits: cap,
    rateMillicreditsPerMinute,
  };
}

/**
 * Returns the price if it is a whole number from 0.
 *
 * @throws Error otherwise: a tool's check that counts wrong must not set the price of a job.
 */
function exact(millicredits: number): number {
  if (Number.isSafeInteger(millicredits) && millicredits >= 0) return millicredits;
  throw new Error(`a price of ${millicredits} millicredits`);
}

/**
 * Returns the next total of a metered hold, in millicredits: one minute or a quarter of the first reservation more, but
 * never above the cap.
 */
export function nextReservation(billing: JobBilling): number {
  const { reservedMillicredits: reserved, firstReservedMillicredits: first } = billing;
  const step = Math.max(billing.rateMillicreditsPerMinute ?? 0, Math.ceil(first / 4));
  return Math.min(reserved + step, billing.capMillicredits ?? reserved);
}
