import { readBatchLine } from '@rotamer/api/requests/readBatchLine.ts';
import type { BatchSubmissionBody } from '@rotamer/api/schemas/batch.ts';
import { batchProblemFault } from '@rotamer/domain/batchProblems.ts';
import { validationFault } from '@rotamer/kit/errors/fault.ts';
import type { BatchLine, CreateBatchRequest } from '@rotamer/proto/workflows/v1/batches.ts';

/** Returns the submissions of a request, or the file that has them, as the workflows service accepts them. */
export function readSource({
  submissions,
  file_id,
}: {
  submissions?: BatchSubmissionBody[];
  file_id?: string;
}): NonNullable<CreateBatchRequest['source']> {
  if (submissions && file_id !== undefined)
    throw validationFault([{ path: 'file_id', message: 'cannot be combined with submissions' }]);
  if (file_id !== undefined) return { $case: 'fileId', value: file_id };
  if (!submissions) throw validationFault([{ path: 'submissions', message: 'is required, or file_id' }]);
  return { $case: 'lines', value: { lines: readLines(submissions) } };
}

/** @throws validation_error with the problems of all submissions */
function readLines(submissions: BatchSubmissionBody[]): BatchLine[] {
  const read = submissions.map((body, i) => readBatchLine(body, i + 1));
  const problems = read.flatMap((one) => ('problems' in one ? one.problems : []));
  if (problems.length > 0) throw batchProblemFault(problems);
  return read.flatMap((one) => ('line' in one ? [one.line] : []));
}
