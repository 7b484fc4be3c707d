import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from '../process/log.ts';
import { connectionAdvice } from './postgresUrl.ts';
import {
  digestOf,
  FUNCTIONS,
  type History,
  missingMigrations,
  needsFunctions,
  readPart,
  type SchemaPart,
  type SqlFile,
} from './schemaParts.ts';

const kitSql = join(import.meta.dirname, '../../sql');

/**
 * Migrates a service's database: first the outbox and inbox that every service has, then the SQL in the service's folder.
 * `role` is the role of the service when `url` belongs to the owner of the tables: it is granted the rights that it needs.
 */
export function migrateService(url: string, folder: string, log: Logger, role?: string): Promise<void> {
  return migrate(url, [readPart('kit', join(kitSql, 'service')), readPart('service', folder)], log, role);
}

/** Migrates the database of the `postgres` bus. */
export function migrateBus(url: string, log: Logger): Promise<void> {
  return migrate(url, [readPart('bus', join(kitSql, 'bus'))], log);
}

/**
 * How long a statement may wait for a lock before the start fails and is retried. In a transaction the limit is short,
 * because other users of the table queue behind the statement. A statement outside of a transaction blocks nobody, and
 * waits for other transactions, which end within 30 s (db.ts).
 */
const LOCK_TIMEOUT = { inTransaction: '5s', alone: '60s' };

/** First line of a migration whose statements each run outside of a transaction, as `create index concurrently` must. */
const NO_TRANSACTION = '-- no transaction';

/**
 * Migrates a database to the newest migration, forward only, and to the functions of this release. Replicas that start at
 * the same time run one after the other; the second has nothing to do.
 *
 * @throws Error naming the file that failed, or that conflicts with the migrations already applied
 */
async function migrate(connectionString: string, parts: SchemaPart[], log: Logger, role?: string): Promise<void> {
  const client = await connect(connectionString);
  try {
    await refuseForeign(client, parts);
    if (!(await isNewest(client, parts))) await bringAllUpToDate(client, parts, log);
    if (role) await grantUse(client, role);
  } finally {
    // Releases the lock, and rolls back a failed transaction.
    await client.end();
  }
}

/**
 * Checks that a service's database can be migrated, and changes nothing in it.
 *
 * @throws Error naming the obstacle
 */
export function checkService(url: string, folder: string): Promise<void> {
  return check(url, [readPart('kit', join(kitSql, 'service')), readPart('service', folder)]);
}

/** Checks that the database of the `postgres` bus can be migrated, and changes nothing in it. */
export function checkBus(url: string): Promise<void> {
  return check(url, [readPart('bus', join(kitSql, 'bus'))]);
}

async function check(url: string, parts: SchemaPart[]): Promise<void> {
  const client = await connect(url);
  try {
    await refuseForeign(client, parts);
  } finally {
    await client.end();
  }
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, application_name: 'migrate' });
  try {
    await client.connect();
  } catch (cause) {
    const { message, code } = cause as NodeJS.ErrnoException;
    throw Object.assign(new Error(`${message || code}${connectionAdvice(cause)}`, { cause }), { code });
  }
  return client;
}

/** Throws when the database has tables without a history, or with the history of other migrations. */
async function refuseForeign(client: pg.Client, parts: SchemaPart[]): Promise<void> {
  const { rows } = await client.query(
    `select current_database() as database, to_regclass('schema_history') is not null as known,
       exists (select from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')) as used`,
  );
  const { database, known, used } = rows[0];
  if (known) for (const part of parts) missingMigrations(part, await readHistory(client, part));
  else if (used)
    throw new Error(
      `The database ${database} has tables but no history of migrations: it was made by a version of Rotamer ` +
        'that cannot be upgraded, or by another program. Nothing in it was changed.',
    );
}

async function bringAllUpToDate(client: pg.Client, parts: SchemaPart[], log: Logger): Promise<void> {
  await lock(client, log);
  await client.query(
    `create table if not exists schema_history (
       part text not null,
       name text not null,
       digest text not null,
       applied_at timestamptz(3) not null default now(),
       primary key (part, name)
     )`,
  );
  for (const part of parts) await bringUpToDate(client, part, log);
}

async function isNewest(client: pg.Client, parts: SchemaPart[]): Promise<boolean> {
  const { rows } = await client.query(`select to_regclass('schema_history') is not null as exists`);
  if (!rows[0].exists) return false;
  for (const part of parts) {
    const history = await readHistory(client, part);
    if (missingMigrations(part, history).length > 0 || needsFunctions(part, history)) return false;
  }
  return true;
}

/** Polls for the lock: an index built concurrently would wait for a statement that is waiting for the lock. */
async function lock(client: pg.Client, log: Logger): Promise<void> {
  for (let asked = 0; ; asked++) {
    const { rows } = await client.query(`select pg_try_advisory_lock(hashtextextended('migrate', 0)) as mine`);
    if (rows[0].mine) return;
    if (asked === 0) log.info('waiting for another process to migrate the database');
    await sleep(100);
  }
}

async function bringUpToDate(client: pg.Client, part: SchemaPart, log: Logger): Promise<void> {
  const history = await readHistory(client, part);
  for (const file of missingMigrations(part, history)) {
    log.debug(`migration ${part.name}/${file.name}`);
    if (file.sql.startsWith(NO_TRANSACTION)) await applyAlone(client, part, file);
    else await applyTogether(client, part, [file], file.name);
  }
  if (needsFunctions(part, history)) await applyTogether(client, part, part.functions, FUNCTIONS);
}

async function applyTogether(client: pg.Client, part: SchemaPart, files: SqlFile[], name: string): Promise<void> {
  await client.query('begin');
  await client.query(`set local lock_timeout = '${LOCK_TIMEOUT.inTransaction}'`);
  for (const file of files) await send(client, part, file, file.sql);
  await remember(client, part, name, digestOf(...files));
  await client.query('commit');
}

async function applyAlone(client: pg.Client, part: SchemaPart, file: SqlFile): Promise<void> {
  await client.query(`set lock_timeout = '${LOCK_TIMEOUT.alone}'`);
  for (const statement of file.sql.split(/;$/m)) await send(client, part, file, statement);
  await remember(client, part, file.name, digestOf(file));
}

async function send(client: pg.Client, part: SchemaPart, { name }: SqlFile, sql: string): Promise<void> {
  try {
    await client.query(sql);
  } catch (cause) {
    throw new Error(`${part.name}/${name}: ${(cause as Error).message}`, { cause });
  }
}

async function readHistory(client: pg.Client, part: SchemaPart): Promise<History> {
  const { rows } = await client.query('select name, digest from schema_history where part = $1', [part.name]);
  return new Map(rows.map(({ name, digest }) => [name, digest]));
}

async function remember(client: pg.Client, part: SchemaPart, name: string, digest: string): Promise<void> {
  await client.query(
    `insert into schema_history (part, name, digest) values ($1, $2, $3)
     on conflict (part, name) do update set digest = excluded.digest, applied_at = now()`,
    [part.name, name, digest],
  );
}

/**
 * Allows a role to read and write rows in the tables of a database. The role cannot create, alter, drop or truncate tables,
 * functions or triggers, and can only read the history of migrations. Call this again after each migration.
 */
async function grantUse(owner: pg.Client, role: string): Promise<void> {
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
