import pg from 'pg';

/**
 * Lets a role read and write the rows of a database's tables, and nothing else: it makes, changes and drops no table,
 * function or trigger, empties no table at once, and what has been migrated it can only read. Repeated after each migration.
 */
export async function grantUse(owner: pg.Client, role: string): Promise<void> {
  const name = pg.escapeIdentifier(role);
  await owner.query(
    `grant usage on schema public to ${name};
     grant select, insert, update, delete on all tables in schema public to ${name};
     revoke insert, update, delete on schema_history from ${name}`,
  );
}

/** The user of a PostgreSQL URL. */
export function roleOf(url: string): string {
  return decodeURIComponent(new URL(url).username);
}
