import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The part of a database that one owner defines: SQL files below a folder. */
export interface SchemaPart {
  /** The owner of the files: `kit`, `bus` or `service`. */
  name: string;
  /** `migrations/*.sql`, in the order in which they are applied, each once. */
  migrations: SqlFile[];
  /** `functions/*.sql`, one function each. Applied after the migrations, all together when one has changed. */
  functions: SqlFile[];
}

export interface SqlFile {
  /** Without folder, e.g. `0001_jobs.sql`. */
  name: string;
  sql: string;
}

/** The applied files of a part: name of a migration, or `functions` → digest at the time it was applied. */
export type History = ReadonlyMap<string, string>;

export const FUNCTIONS = 'functions';

/** Reads a folder that has `migrations/`, `functions/`, both or neither. */
export function readPart(name: string, folder: string): SchemaPart {
  return { name, migrations: readFiles(join(folder, 'migrations')), functions: readFiles(join(folder, 'functions')) };
}

/** Returns the SHA-256, in hex, of the files' names and texts. */
export function digestOf(...files: SqlFile[]): string {
  return createHash('sha256').update(JSON.stringify(files)).digest('hex');
}

/**
 * Returns the migrations that a database lacks.
 *
 * @throws Error when an applied migration was edited since, or comes after a missing one
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
 * Returns whether a database's functions differ from those of this release. A database with unknown migrations belongs to
 * a newer release: a replica of the older release that restarts does not change its functions.
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
