import pg from 'pg';

/**
 * Allows a role to read and write rows in the tables of a database. The role cannot create, alter, drop or truncate tables,
 * functions or triggers, and can only read the history of migrations. Call this again after each migration.
 */
export async function grantUse(owner: pg.Client, role: string): Promise<void> {
  const name = pg.escapeIdentifier(role);
  await owner.query(
    `grant usage on schema public to ${name};
     grant select, insert, update, delete on all tables in schema public to ${name};
     revoke insert, update, delete on schema_history from ${name}`,
  );
}

/** Returns the user of a PostgreSQL URL. */
export function roleOf(url: string): string {
  return decodeURIComponent(new URL(url).username);
}
