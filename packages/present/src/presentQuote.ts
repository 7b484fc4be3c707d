import type { PublicQuote } from '@rotamer/api/schemas/jobQuote.ts';
import { toCredits } from '@rotamer/domain/credits.ts';
import { BillingMode } from '@rotamer/proto/jobs/v1/job.ts';
import type { QuotedBudget, QuoteResponse } from '@rotamer/proto/jobs/v1/jobs.ts';
import { presentBudget } from './presentBudget.ts';

/** The quote of the public API. */
export function presentQuote(quote: QuoteResponse): PublicQuote {
  return {
    object: 'job_quote',
    tool: quote.tool,
    estimated_credits: toCredits(quote.estimatedMillicredits),
    available_credits: toCredits(quote.availableMillicredits),
    billable_credits: toCredits(quote.billableMillicredits),
    blocking_errors: quote.blockingErrors.map(({ code, message, detailsJson }) => ({
      code,
      message,
      ...(detailsJson && { details: JSON.parse(detailsJson) }),
    })),
    limits: {
      active_concurrent_jobs: quote.activeJobs,
      max_concurrent_jobs: quote.maxConcurrentJobs,
      daily_limit_used: quote.dailyLimitUsed ?? null,
      daily_limit_max: quote.dailyLimitMax ?? null,
    },
    queue: {
      expected_seconds: quote.expectedRuntimeMs === undefined ? null : quote.expectedRuntimeMs / 1000,
      jobs_ahead: quote.jobsAhead,
      waiting_reason: quote.waitingReason ?? null,
    },
    ...(quote.budgets.length > 0 && { budgets: quote.budgets.map(presentQuoted) }),
    billing: presentBilling(quote),
  };
}

function presentBilling(quote: QuoteResponse): PublicQuote['billing'] {
  if (quote.mode !== BillingMode.METERED_RUNTIME) return { mode: 'fixed' };
  return {
    mode: 'metered_runtime',
    reserved_credits: toCredits(quote.reservedMillicredits),
    estimated_credits: toCredits(quote.estimatedMillicredits),
    rate_credits_per_minute: toCredits(quote.rateMillicreditsPerMinute),
    max_billable_runtime_seconds: quote.maxBillableRuntimeMs / 1000,
  };
}

function presentQuoted({ budget, refuses }: QuotedBudget) {
  const { id, scope, subject_id, period, cap_credits, left_credits, period_end } = presentBudget(budget!);
  return { id, scope, subject_id, period, cap_credits, left_credits, period_end, refuses };
}
