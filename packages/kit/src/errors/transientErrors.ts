/** What the network says of a neighbour that cannot be reached, and PostgreSQL of itself when it cannot serve now. */
const AWAY_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  // https://www.postgresql.org/docs/18/errcodes-appendix.html
  '08000', // connection_exception
  '08003', // connection_does_not_exist
  '08006', // connection_failure
  '53300', // too_many_connections
  '57014', // query_canceled: longer than statement_timeout
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now
  '57P05', // idle_session_timeout
]);

/** Errors of `pg` itself, which have no code. */
const AWAY_WORDS =
  /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client (was closed|has encountered a connection error) and is not queryable)/;

/** Whether an error says that a database or another neighbour is away, slow or restarting, and nothing worse. */
export function isTransientError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  return code === undefined ? AWAY_WORDS.test(error.message) : AWAY_CODES.has(code);
}
