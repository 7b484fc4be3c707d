import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { RunningStack } from './stack.ts';

/** Opens a database of a running stack that has its own PostgreSQL. The caller ends it. */
export function stackDatabase(stack: Pick<RunningStack, 'home' | 'file'>, database: string): pg.Pool {
  const { address } = stack.file().services.postgres![0]!;
  const password = readFileSync(join(stack.home.dataDir, 'postgres', 'password'), 'utf8').trim();
  return new pg.Pool({ connectionString: `postgres://rotamer:${password}@${address}/${database}`, max: 1 });
}
