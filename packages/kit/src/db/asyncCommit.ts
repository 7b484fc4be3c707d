/**
 * For the `where` of a statement that stands alone: its commit does not wait for the disk. Only for what is done again, and
 * harmlessly, when a crash of the server takes it back (https://www.postgresql.org/docs/current/wal-async-commit.html):
 * other commits would wait for the disk behind it.
 */
export const ASYNC_COMMIT = `set_config('synchronous_commit', 'off', true) = 'off'`;
