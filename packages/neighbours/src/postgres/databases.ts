import pg from 'pg';

/** Returns whether a server responds at this URL; false while it starts, stops or is down. */
export async function answers(url: string): Promise<boolean> {
  try {
    await query(url, 'select 1');
    return true;
  } catch (error) {
    if (isNotReady(error)) return false;
    throw error;
  }
}

/** Creates those of these databases that are missing on the server at this URL. */
export async function createMissingDatabases(url: string, names: string[]): Promise<void> {
  const present = await query<{ datname: string }>(url, 'select datname from pg_database');
  const known = new Set(present.map((row) => row.datname));
  for (const name of names.filter((name) => !known.has(name))) {
    await query(url, `create database ${pg.escapeIdentifier(name)}`);
  }
}

async function query<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  client.on('error', () => {}); // the failing query reports it
  try {
    await client.connect();
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * Returns whether the error means that the server is not ready. SQLSTATE 57P03 is "cannot connect now", 57P01 and
 * 57P02 are shutdowns; the other codes are sockets that close or refuse.
 */
function isNotReady(error: unknown): boolean {
  const { code, message } = error as NodeJS.ErrnoException;
  return (
    /^(57P0[123]|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)$/.test(code ?? '') ||
    /terminated|timeout/i.test(message ?? '')
  );
}
