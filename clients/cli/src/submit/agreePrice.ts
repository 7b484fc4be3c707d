import type { JobQuote } from '@rotamer/client';
import type { Context } from '../context.ts';
import { exitCodeOfCode, UsageError } from '../exitCodes.ts';
import { oneLine, words } from '../output/visible.ts';

/** A job is blocked: too few credits, or a limit. */
export class BlockedError extends Error {
  override name = 'BlockedError';
  readonly exitCode: number;
  readonly quote: JobQuote;

  constructor(quote: JobQuote) {
    super(quote.blocking_errors.map(({ message }) => oneLine(message)).join('\n'));
    this.exitCode = exitCodeOfCode(quote.blocking_errors[0]!.code);
    this.quote = quote;
  }
}

/** Returns the price in words. */
export function priceText({ estimated_credits, billing, available_credits }: JobQuote): string {
  const price =
    billing.mode === 'fixed'
      ? `${credits(estimated_credits)}`
      : `about ${credits(estimated_credits)} (${billing.rate_credits_per_minute} a minute, ${credits(billing.reserved_credits)} reserved first)`;
  return `${price}; ${credits(available_credits)} available`;
}

function credits(amount: number): string {
  return `${amount} ${amount === 1 ? 'credit' : 'credits'}`;
}

/**
 * Makes sure that nobody pays without agreement. A person is asked; a script must have `--max-credits` or `--yes`. The price to
 * which a person agreed is the most that the submission may cost.
 *
 * @throws BlockedError when the job cannot be submitted. Too many active jobs do not block it, because a submission waits for them.
 */
export async function agreePrice<Body extends { max_quoted_credits?: number }>(
  { io, screen, retryFor }: Pick<Context, 'io' | 'screen' | 'retryFor'>,
  quote: JobQuote,
  body: Body,
  { yes, maxCredits }: { yes?: boolean; maxCredits?: number },
): Promise<Body> {
  const isFull = quote.blocking_errors.every(({ code }) => code === 'concurrent_job_limit_exceeded');
  if (quote.blocking_errors.length > 0 && !(isFull && retryFor > 0)) throw new BlockedError(quote);
  if (yes || maxCredits !== undefined || body.max_quoted_credits !== undefined) return body;
  const price = quote.billing.mode === 'fixed' ? quote.billable_credits : quote.billing.reserved_credits;
  const agreed = { ...body, max_quoted_credits: Math.ceil(price) };
  if (price === 0 && quote.billing.mode === 'fixed') return agreed;
  if (!io.canAsk) {
    throw new UsageError(
      `The job costs ${priceText(quote)}. Confirm with --yes, or set a limit: --max-credits ${Math.ceil(price)}.`,
    );
  }
  screen.note(words`${quote.tool}: ${priceText(quote)}.`);
  const answer = await io.ask('Submit? [y/N] ');
  if (!/^y(es)?$/i.test(answer.trim())) throw new UsageError('Not submitted.');
  return agreed;
}
