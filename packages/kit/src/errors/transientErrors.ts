/**
 * Error codes of unreachable hosts, of a machine without disk space or file descriptors, and of a PostgreSQL server
 * that cannot serve now.
 */
const TRANSIENT_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  'ENOSPC',
  'EDQUOT',
  'EMFILE',
  'ENFILE',
  'EIO',
  // https://www.postgresql.org/docs/18/errcodes-appendix.html
  '08000', // connection_exception
  '08003', // connection_does_not_exist
  '08006', // connection_failure
  '53100', // disk_full
  '53200', // out_of_memory
  '53300', // too_many_connections
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now
  '57P05', // idle_session_timeout
  '58030', // io_error
]);

/** Errors without a code: those of `pg` itself, and of an S3 response body that stalls. */
const TRANSIENT_MESSAGES =
  /^(@smithy\/node-http-handler - the request socket timed out|Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client (was closed|has encountered a connection error) and is not queryable)/;

/** Returns whether an error only means that a database or another dependency is unreachable, slow or restarting. */
export function isTransientError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  return code === undefined ? TRANSIENT_MESSAGES.test(error.message) : TRANSIENT_CODES.has(code);
}

/** query_canceled: the statement exceeded statement_timeout. The server is running, and another try may take as long. */
const STATEMENT_TOO_SLOW = '57014';

/** Returns whether a running server ended a statement because it took too long. */
export function isSlowStatement(error: unknown): boolean {
  return error instanceof Error && (error as NodeJS.ErrnoException).code === STATEMENT_TOO_SLOW;
}
