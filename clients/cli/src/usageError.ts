/** The command line was used in a way that cannot work. */
export class UsageError extends Error {
  override name = 'UsageError';
}
