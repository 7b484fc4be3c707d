import { ApiError } from '@rotamer/client';
import { errorDocument } from '../output/describeError.ts';
import { answer, cut } from './answer.ts';

/** A call that could not be served, with the problem and its resolution. */
export class ToolError extends Error {
  override name = 'ToolError';
  readonly code: string;
  readonly resolution: string;
  readonly details: unknown;

  constructor(code: string, message: string, resolution: string, details?: unknown) {
    super(message);
    this.code = code;
    this.resolution = resolution;
    this.details = details;
  }
}

/** Maximum characters of the details of an error. */
const MAX_DETAILS = 4_000;

/** Resolutions of errors that do not come from the API. */
const resolutions: Record<string, string> = {
  usage: 'Correct the call, or the configuration of this server.',
  connection_failed: 'Try again later. Use list_jobs to see whether a submission has arrived.',
};

/** Returns the answer to a failed call. */
export function errorAnswer(error: Error) {
  return answer({ error: errorOf(error) }, true);
}

function errorOf(error: Error): object {
  if (error instanceof ToolError) {
    const { code, message, resolution, details } = error;
    return { code, message, resolution, details };
  }
  const { error: told } = errorDocument(error, 0) as { error: Record<string, unknown> };
  const { exit_code, ...rest } = told;
  const code = String(rest.code);
  const resolution =
    rest.resolution ?? resolutions[code] ?? 'Try again. If the problem persists, contact the operator of the service.';
  const details = JSON.stringify(rest.details ?? null);
  const isLong = error instanceof ApiError && details.length > MAX_DETAILS;
  return { ...rest, code, resolution, ...(isLong && { details: cut(details, MAX_DETAILS) }) };
}
