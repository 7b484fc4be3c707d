import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One owner's share of a database: SQL files below a folder. */
export interface SchemaPart {
  /** `kit`, `bus` or `service`: whose files they are. */
  name: string;
  /** `migrations/*.sql`, in the order in which they are applied, each once. */
  migrations: SqlFile[];
  /** `functions/*.sql`, one function each: applied after the migrations, all together when one has changed. */
  functions: SqlFile[];
}

export interface SqlFile {
  /** Without folder, e.g. `0001_jobs.sql`. */
  name: string;
  sql: string;
}

/** What is applied of a part: name of a migration, or `functions` → digest when it was applied. */
export type History = ReadonlyMap<string, string>;

export const FUNCTIONS = 'functions';

/** Reads a folder that has `migrations/`, `functions/`, both or neither. */
export function readPart(name: string, folder: string): SchemaPart {
  return { name, migrations: readFiles(join(folder, 'migrations')), functions: readFiles(join(folder, 'functions')) };
}

/** SHA-256, in hex, of the files' names and texts. */
export function digestOf(...files: SqlFile[]): string {
  return createHash('sha256').update(JSON.stringify(files)).digest('hex');
}

/**
 * The migrations that a database lacks.
 *
 * @throws Error when an applied one was edited since, or comes after one that is missing
 */
export function missingMigrations({ migrations }: SchemaPart, history: History): SqlFile[] {
  const applied = migrations.filter(({ name }) => history.has(name));
  const missing = migrations.filter(({ name }) => !history.has(name));
  const edited = applied.find((file) => history.get(file.name) !== digestOf(file));
  if (edited) {
    throw new Error(
      `${edited.name} is not what this database was migrated with: it was made by a version of Rotamer that cannot be upgraded, ` +
        'or the file was edited (restore it and add a new migration)',
    );
  }
  const [first, last] = [missing[0]?.name ?? '', applied.at(-1)?.name ?? ''];
  if (first && first < last) throw new Error(`${first} comes before ${last}, which this database already has`);
  return missing;
}

/**
 * Whether a database's functions differ from those of this release. A database with unknown migrations belongs to a
 * newer release: a replica of the older one that restarts meanwhile leaves its functions alone.
 */
export function needsFunctions({ migrations, functions }: SchemaPart, history: History): boolean {
  const known = new Set([FUNCTIONS, ...migrations.map(({ name }) => name)]);
  const isNewer = [...history.keys()].some((name) => !known.has(name));
  return functions.length > 0 && !isNewer && history.get(FUNCTIONS) !== digestOf(...functions);
}

function readFiles(folder: string): SqlFile[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => ({ name, sql: readFileSync(join(folder, name), 'utf8') }));
}
