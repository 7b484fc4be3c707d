import { ApiError } from '@rotamer/client';
import { oneLine, words } from './visible.ts';

/** Returns an error for machines: what the API returned, and the exit code. */
export function errorDocument(error: Error, exit_code: number): object {
  if (!(error instanceof ApiError)) return { error: { code: codeOf(error), message: error.message, exit_code } };
  const { code, message, resolution, details, requestId: request_id, retryAfter: retry_after } = error;
  return { error: { code, message, resolution, details, request_id, retry_after, exit_code } };
}

/** Returns an error for people: what is wrong, every problem, and what to do. */
export function errorText(error: Error): string {
  // Later lines may contain text from a file.
  if (!(error instanceof ApiError)) return error.message.split('\n').map(oneLine).join('\n  ');
  const { errors } = (error.details ?? {}) as { errors?: { path: string; message: string; shown?: string }[] };
  // The message already contains the first problem.
  const more = (Array.isArray(errors) ? errors.slice(1) : []).map(
    (one) => words`  ${one?.shown ?? `${one?.path}: ${one?.message}`}`,
  );
  const resolution = error.resolution ? [oneLine(error.resolution)] : [];
  const id = error.status >= 500 && error.requestId ? [words`Request id: ${error.requestId}`] : [];
  return [oneLine(error.message), ...more, ...resolution, ...id].join('\n');
}

function codeOf(error: Error): string {
  const codes: Record<string, string> = {
    UsageError: 'usage',
    ConnectionError: 'connection_failed',
    WaitTimeoutError: 'wait_timeout',
    ChecksumError: 'checksum_mismatch',
    Interrupted: 'interrupted',
  };
  return codes[error.name] ?? 'unexpected';
}
