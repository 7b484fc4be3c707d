import type { RunQuote } from '@rotamer/client';
import { credits, number } from './numbers.ts';

/** Returns bounds of an amount: `3 credits`, `2 to 8 credits`, `at least 2 credits`. */
export function creditsBetween(min: number, max: number | null): string {
  if (max === null) return `at least ${credits(min)}`;
  if (min === max) return credits(min);
  return min === 0 ? `up to ${credits(max)}` : `${number(min)} to ${credits(max)}`;
}

/** Returns bounds of a count: `3`, `up to 8`, `2 or more`. */
export function countBetween(min: number, max: number | null): string {
  if (max === null) return `${number(min)} or more`;
  if (min === max) return number(min);
  return min === 0 ? `up to ${number(max)}` : `${number(min)} to ${number(max)}`;
}

/** Returns what a run costs as a part of a sentence, with the cap where it can stop the run. */
export function priceOfQuote({ min_credits, max_credits, cap_credits: cap }: RunQuote): string {
  const price = creditsBetween(min_credits, max_credits);
  const mayStop = cap !== null && (max_credits === null || max_credits > cap);
  return mayStop ? `${price}; it pauses at its cap of ${credits(cap)}` : price;
}
