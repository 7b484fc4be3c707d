import type { BatchSubmissionBody } from '@rotamer/api/schemas/batch.ts';
import { batchProblemFault } from '@rotamer/domain/batchProblems.ts';
import { Fault, type Problem } from '@rotamer/kit/errors/fault.ts';
import type { BatchProblem } from '@rotamer/proto/workflows/v1/batch.ts';
import type { BatchLine } from '@rotamer/proto/workflows/v1/batches.ts';
import { capMillicredits } from '../jobs/readInputs.ts';
import { readSubmission } from '../jobs/readSubmission.ts';

/** Returns the submissions of a batch as the workflows service accepts them. @throws validation_error with the problems of all */
export function readLines(submissions: BatchSubmissionBody[]): BatchLine[] {
  const lines: BatchLine[] = [];
  const problems: BatchProblem[] = [];
  for (const [i, body] of submissions.entries()) {
    try {
      lines.push(readLine(body, i + 1));
    } catch (error) {
      problems.push(...problemsOf(error, i + 1, body.custom_id));
    }
  }
  if (problems.length > 0) throw batchProblemFault(problems);
  return lines;
}

function readLine(body: BatchSubmissionBody, line: number): BatchLine {
  const { submission, maxReservedMillicredits } = readSubmission(body);
  const { custom_id: customId, name, max_quoted_credits } = body;
  const maxQuotedMillicredits = capMillicredits(max_quoted_credits);
  return { line, customId, name, submission, maxQuotedMillicredits, maxReservedMillicredits };
}

function problemsOf(error: unknown, line: number, customId: string): BatchProblem[] {
  if (!(error instanceof Fault)) throw error;
  const errors = error.details?.errors as Problem[] | undefined;
  return (errors ?? [{ path: '', message: error.message }]).map((problem) => ({ line, customId, ...problem }));
}
