import type { RunQuote } from '@rotamer/client';
import { credits, number } from './numbers.ts';

/** Returns bounds of an amount: `3 credits`, `2 to 8 credits`, `at least 2 credits`, `not known yet`. */
export function creditsBetween(min: number, max: number | null): string {
  if (max === null) return min === 0 ? 'not known yet' : `at least ${credits(min)}`;
  if (min === max) return credits(min);
  return min === 0 ? `up to ${credits(max)}` : `${number(min)} to ${credits(max)}`;
}

/** Returns bounds of a count: `3`, `up to 8`, `2 or more`, `not known yet`. */
export function countBetween(min: number, max: number | null): string {
  if (max === null) return min === 0 ? 'not known yet' : `${number(min)} or more`;
  if (min === max) return number(min);
  return min === 0 ? `up to ${number(max)}` : `${number(min)} to ${number(max)}`;
}

/** Returns what a run costs as a part of a sentence, with the cap where it can stop the run. */
export function priceOfQuote(quote: RunQuote): string {
  const price = creditsBetween(quote.min_credits, quote.max_credits);
  return canReachCap(quote) ? `${price}; it pauses at its cap of ${credits(quote.cap_credits!)}` : price;
}

/** Returns whether the jobs of a run may cost more than its cap. */
export function canReachCap({ max_credits, cap_credits: cap }: RunQuote): boolean {
  return cap !== null && (max_credits === null || max_credits > cap);
}
