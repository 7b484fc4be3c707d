import type { JobDetails } from '@rotamer/client';

/**
 * Returns what stopping the job now costs, in credits: the run time since its start at its rate, or its fixed price; never
 * more than is reserved. It is an estimate, because the clocks of console and service may differ.
 */
export function costSoFar({ started_at: startedAt, billing, price }: JobDetails, now: Date): number {
  if (!startedAt || !billing) return 0;
  if (billing.mode === 'fixed') return price.held_credits;
  const minutes = Math.max(0, now.getTime() - Date.parse(startedAt)) / 60_000;
  return Math.min(price.held_credits, Math.floor(minutes * (billing.rate_credits_per_minute ?? 0) * 1_000) / 1_000);
}
