import type { CreditModel, ToolLimits, Verdict } from '@rotamer/tools/contract.ts';

/** What a job would cost, in millicredits. */
export interface Price {
  mode: 'fixed' | 'metered_runtime';
  /** The fixed price, or the expected cost of the runtime. */
  estimated: number;
  /** What is held when the job is accepted: the price, or the first reservation. */
  reserved: number;
  /** Metered only: what may be held at most. */
  cap?: number;
  ratePerMinute?: number;
}

export const toMillicredits = (credits: number): number => Math.round(credits * 1000);

/** Larger caps mean "no cap" and are clamped, so that millicredits stay exact integers. */
const LARGEST_CAP_CREDITS = 9e12;

/** A job that runs at all runs for a while: the shortest reservation. */
const SHORTEST_MINUTES = 1;

/**
 * Prices a checked request; undefined for a tool that costs nothing. Fixed: base + per_unit × units. Metered: the
 * expected minutes × rate, held at first and extended up to the cap (the caller's, or the tool's time limit × rate).
 */
export function priceOf(
  credit: CreditModel,
  limits: ToolLimits,
  verdict: Pick<Verdict, 'units' | 'estimatedMinutes'>,
  maxReservedCredits: number | undefined,
): Price | undefined {
  if (credit.mode === 'free') return undefined;
  if (credit.mode === 'fixed') {
    const price = exact(toMillicredits(credit.base + credit.perUnit * verdict.units));
    return price === 0 ? undefined : { mode: 'fixed', estimated: price, reserved: price };
  }
  const ratePerMinute = toMillicredits(credit.ratePerMinute);
  const longest = Math.ceil((ratePerMinute * limits.wallSeconds) / 60);
  const cap =
    maxReservedCredits === undefined ? longest : toMillicredits(Math.min(maxReservedCredits, LARGEST_CAP_CREDITS));
  const minutes = verdict.estimatedMinutes ?? SHORTEST_MINUTES;
  const estimated = exact(Math.min(Math.ceil(ratePerMinute * minutes), longest));
  const first = Math.max(estimated, ratePerMinute * SHORTEST_MINUTES);
  return { mode: 'metered_runtime', estimated, reserved: Math.min(first, longest, cap), cap, ratePerMinute };
}

/** A check that counts wrong must not price a job. */
function exact(millicredits: number): number {
  if (Number.isSafeInteger(millicredits) && millicredits >= 0) return millicredits;
  throw new Error(`a price of ${millicredits} millicredits`);
}

/** The next total of a metered hold: a minute or a quarter of the first reservation more, never above the cap. */
export function nextReservation(money: {
  reserved: number;
  firstReserved: number;
  cap?: number;
  ratePerMinute?: number;
}) {
  const step = Math.max(money.ratePerMinute ?? 0, Math.ceil(money.firstReserved / 4));
  return Math.min(money.reserved + step, money.cap ?? money.reserved);
}
