/** An invalid use of the command line. */
export class UsageError extends Error {
  override name = 'UsageError';
}
