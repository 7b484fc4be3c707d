import { ApiError } from '@rotamer/client';

/** An error for machines: what the API said, and the exit code. */
export function errorDocument(error: Error, exit_code: number): object {
  if (!(error instanceof ApiError)) return { error: { code: codeOf(error), message: error.message, exit_code } };
  const { code, message, resolution, details, requestId: request_id, retryAfter: retry_after } = error;
  return { error: { code, message, resolution, details, request_id, retry_after, exit_code } };
}

/** An error for people: what is wrong, every problem, and what to do. */
export function errorText(error: Error): string {
  if (!(error instanceof ApiError)) return error.message;
  const { errors = [] } = (error.details ?? {}) as { errors?: { path: string; message: string }[] };
  // The message names the first one already.
  const more = errors.slice(1).map(({ path, message }) => `  ${path}: ${message}`);
  const id = error.status >= 500 && error.requestId ? [`Request id: ${error.requestId}`] : [];
  return [error.message, ...more, ...(error.resolution ? [error.resolution] : []), ...id].join('\n');
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
