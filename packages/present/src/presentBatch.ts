import type { PublicBatch, PublicBatchItem, PublicBatchQuote } from '@rotamer/api/schemas/batch.ts';
import { toCredits } from '@rotamer/domain/credits.ts';
import { enumName, enumWord } from '@rotamer/kit/enumWord.ts';
import type { Batch, BatchProblem, StopWhen } from '@rotamer/proto/workflows/v1/batch.ts';
import type { BatchItem, BatchQuote } from '@rotamer/proto/workflows/v1/batches.ts';
import { creditsOrNull } from './presentJob.ts';
import { jobResultUrl } from './presentRun.ts';

/** The batch of the public API. */
export function presentBatch(batch: Batch): PublicBatch {
  const { items: total, waiting, active, completed, failed, skipped } = batch;
  return {
    id: batch.id,
    object: 'batch',
    name: batch.name,
    project_id: batch.projectId ?? null,
    status: enumName('BATCH_STATUS', batch.status),
    pause: batch.pause
      ? { reason: enumWord('PAUSE_REASON', batch.pause.reason), message: batch.pause.message ?? null }
      : null,
    error: batch.error ?? null,
    tools: batch.tools,
    file_id: batch.fileId ?? null,
    stop_when: batch.stopWhen ? presentStop(batch.stopWhen) : null,
    matched: batch.matched,
    on_problem: enumWord('PROBLEM_POLICY', batch.onProblem),
    max_credits: creditsOrNull(batch.maxMillicredits),
    quoted_credits: toCredits(batch.estimatedMillicredits),
    reserved_credits: toCredits(batch.heldMillicredits),
    actual_credits: toCredits(batch.chargedMillicredits),
    refunded_credits: toCredits(batch.refundedMillicredits),
    items: { total, waiting, active, completed, failed, skipped },
    attempts: batch.attempts,
    problems: batch.problems.map(presentProblem),
    problem_count: batch.problemCount,
    created_at: batch.createdAt!.toISOString(),
    started_at: batch.startedAt?.toISOString() ?? null,
    completed_at: batch.completedAt?.toISOString() ?? null,
  };
}

function presentStop({ metric, op, valueJson, count }: StopWhen): PublicBatch['stop_when'] {
  return { metric, op: op as 'eq', value: JSON.parse(valueJson), count };
}

function presentProblem({ line, customId, path, message }: BatchProblem) {
  return { line, custom_id: customId || null, path, message };
}

/** What a batch would cost. `availableMillicredits`: what the workspace has available. */
export function presentBatchQuote(quote: BatchQuote, availableMillicredits: number): PublicBatchQuote {
  return {
    object: 'batch_quote',
    submissions: quote.lines,
    valid_submissions: quote.goodLines,
    metered_submissions: quote.meteredLines,
    estimated_credits: toCredits(quote.estimatedMillicredits),
    reserved_credits: toCredits(quote.reservedMillicredits),
    max_credits: toCredits(quote.maxMillicredits),
    available_credits: toCredits(availableMillicredits),
    problems: quote.problems.slice(0, 100).map(presentProblem),
    problem_count: quote.problemCount,
  };
}

/** A submission of a batch, with its last job. */
export function presentBatchItem({ line, customId, attempt, job }: BatchItem): PublicBatchItem {
  const child = job!;
  return {
    object: 'batch_item',
    line,
    custom_id: customId,
    status: enumName('CHILD_STATUS', child.status),
    attempt,
    job_id: child.jobId || null,
    job_status: (child.jobStatus || null) as PublicBatchItem['job_status'],
    error: child.error ?? null,
    reserved_credits: toCredits(child.heldMillicredits),
    credits_used: toCredits(child.chargedMillicredits),
    result_available: child.resultAvailable,
    result_url: child.resultAvailable && child.jobId ? jobResultUrl(child.jobId) : null,
  };
}
