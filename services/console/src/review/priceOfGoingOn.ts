import type { Api } from '../api/openApi.ts';
import { priceOfQuote } from '../words/quotes.ts';

/** Returns what a run costs from its checkpoint on when this many candidates are approved; empty when it cannot be said. */
export async function priceOfGoingOn(api: Api, runId: string, approved: number): Promise<string> {
  if (approved === 0) return '';
  // A decision does not fail only because its price is not known.
  const quote = await api.runs.quote(runId, { approved }).catch(() => undefined);
  if (!quote) return '';
  return quote.max_credits === 0 ? 'going on costs nothing' : `going on costs ${priceOfQuote(quote)}`;
}
