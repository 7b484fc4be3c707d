import pg from 'pg';

export interface SessionLock {
  /** The connection that holds the lock, or undefined while another process has it. */
  take(): Promise<pg.Client | undefined>;
  release(): Promise<void>;
}

/**
 * The turn of one process to do something: an advisory lock that lives and dies with a direct connection of its own
 * (a pooler in transaction mode would lose it).
 */
export function createSessionLock(url: string, name: string): SessionLock {
  let client: pg.Client | undefined;
  return {
    async take() {
      if (client) return client;
      const fresh = new pg.Client({ connectionString: url, application_name: name, keepAlive: true });
      fresh.on('error', () => fresh.end().catch(() => {}));
      fresh.on('end', () => {
        if (client === fresh) client = undefined;
      });
      await fresh.connect();
      const { rows } = await fresh.query('select pg_try_advisory_lock(hashtextextended($1, 0)) as mine', [name]);
      if (rows[0].mine) client = fresh;
      else await fresh.end();
      return client;
    },
    async release() {
      await client?.end().catch(() => {});
    },
  };
}
