/**
 * Add this to the `where` of a statement outside of a transaction: its commit then does not wait for the disk
 * (https://www.postgresql.org/docs/current/wal-async-commit.html). Use it only for changes that are repeated without harm
 * when a crash of the server undoes them. Otherwise other commits would wait for the disk behind this one.
 */
export const ASYNC_COMMIT = `set_config('synchronous_commit', 'off', true) = 'off'`;
