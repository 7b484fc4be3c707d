import { Fault, type Problem, validationFault } from '@rotamer/kit/errors/fault.ts';
import type { BatchProblem } from '@rotamer/proto/workflows/v1/batch.ts';
import type { BatchLine } from '@rotamer/proto/workflows/v1/batches.ts';
import { namedSchemas } from '../openapi/namedSchemas.ts';
import { type BatchSubmissionBody, batchSubmission } from '../schemas/batch.ts';
import { measureJson } from '../validation/jsonLimits.ts';
import { jsonProblem } from '../validation/jsonProblem.ts';
import { findUnstorable } from '../validation/unstorable.ts';
import { createValidator } from '../validation/validator.ts';
import { capMillicredits } from './readInputs.ts';
import { readSubmission } from './readSubmission.ts';

/** A submission of a batch, or the problems for which it is none. */
export type ReadLine = { line: BatchLine } | { problems: BatchProblem[] };

/** Returns a validated submission as the workflows service accepts it. `line`: its place in the list or file, from 1. */
export function readBatchLine(body: BatchSubmissionBody, line: number): ReadLine {
  return catching(line, body.custom_id, () => {
    const { submission, maxReservedMillicredits } = readSubmission(body);
    const { custom_id: customId, name, max_quoted_credits } = body;
    const maxQuotedMillicredits = capMillicredits(max_quoted_credits);
    return { line: { line, customId, name, submission, maxQuotedMillicredits, maxReservedMillicredits } };
  });
}

/** Returns a function that reads one line of a file: a submission as JSON. */
export function createLineReader(): (text: string, line: number) => ReadLine {
  const validate = createValidator(namedSchemas)({ schema: batchSubmission, httpPart: 'body' });
  return (text, line) => {
    let value: unknown;
    const parsed = catching(line, '', () => {
      value = parse(text);
      return undefined;
    });
    if (parsed) return parsed;
    const customId = (value as { custom_id?: unknown } | null)?.custom_id;
    const read = catching(line, typeof customId === 'string' ? customId.slice(0, 128) : '', () => {
      const verdict = validate(value);
      if (verdict !== true) throw verdict.error;
      return readBatchLine(value as BatchSubmissionBody, line);
    });
    return read!;
  };
}

/** Files that are one array of JSON are the usual mistake. `jq -c '.[]'` writes their elements as lines. */
const ARRAY =
  'begins an array: the file holds one JSON object in each line, with no brackets around them and no commas after them';

function parse(text: string): unknown {
  if (text.trimStart().startsWith('[')) throw validationFault([{ path: '', message: ARRAY }]);
  const { problem } = measureJson(Buffer.from(text));
  if (problem) throw validationFault([problem]);
  const value = parseJson(text);
  const problems = findUnstorable(value, text);
  if (problems.length > 0) throw validationFault(problems);
  return value;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Every line of the file is one line of JSON.
    const where = jsonProblem(text)?.replace(/^line 1, /, '');
    throw validationFault([{ path: '', message: `is not valid JSON${where ? `: ${where}` : ''}` }]);
  }
}

/** Returns what `read` returns, or the problems of the fault that it throws. */
function catching<Read>(line: number, customId: string, read: () => Read): Read | { problems: BatchProblem[] } {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const errors = (error.details?.errors as Problem[] | undefined) ?? [{ path: '', message: error.message }];
    return { problems: errors.map((problem) => ({ line, customId, ...problem })) };
  }
}
