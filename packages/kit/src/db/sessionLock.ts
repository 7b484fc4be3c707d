import type pg from 'pg';
import { TracedClient } from './tracedClient.ts';

export interface SessionLock {
  /** The connection that holds the lock, or undefined while another process has it. */
  take(): Promise<pg.Client | undefined>;
  /** Aborted when the lock taken last is lost with its connection. */
  readonly lost: AbortSignal;
  release(): Promise<void>;
}

/** A connection, kept also on standby: trying again costs a statement, not a connection. */
interface Session {
  client: pg.Client;
  mine: boolean;
  lost: AbortController;
}

/**
 * Leader election between processes: an advisory lock held by a direct connection of its own (a pooler in transaction
 * mode would lose it). Used by one loop at a time.
 */
export function createSessionLock(url: string, name: string): SessionLock {
  let session: Session | undefined;
  let lost = new AbortController();

  async function connect(): Promise<Session> {
    const client = new TracedClient({
      connectionString: url,
      application_name: name,
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      statement_timeout: 15_000,
      query_timeout: 20_000,
    });
    const fresh: Session = { client, mine: false, lost: new AbortController() };
    const drop = () => {
      if (session === fresh) session = undefined;
      fresh.lost.abort(new Error(`the connection that holds '${name}' is lost`));
    };
    client.on('error', () => {
      drop();
      client.end().catch(() => {});
    });
    client.on('end', drop);
    await client.connect();
    return fresh;
  }

  return {
    async take() {
      session ??= await connect();
      const asked = session;
      if (!asked.mine) {
        const { rows } = await asked.client.query('select pg_try_advisory_lock(hashtextextended($1, 0)) as mine', [
          name,
        ]);
        asked.mine = rows[0].mine;
        if (asked.mine) lost = asked.lost;
      }
      return asked.mine ? asked.client : undefined;
    },
    get lost() {
      return lost.signal;
    },
    async release() {
      await session?.client.end().catch(() => {});
    },
  };
}
