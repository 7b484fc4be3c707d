import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '@rotamer/neighbours/postgres/startPostgres.ts';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the database `postgres` on the server of this test run. */
    postgresUrl: string;
  }
}

let stop: (() => Promise<void>) | undefined;

/** One real PostgreSQL for all integration tests of a run: embedded and thrown away, or the one in the environment. */
export async function setup(project: TestProject): Promise<void> {
  const given = process.env.ROTAMER_TEST_POSTGRES_URL;
  if (given) {
    project.provide('postgresUrl', given);
    return;
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'rotamer-test-pg-'));
  const server = await startPostgres({
    dataDir,
    databases: [],
    settings: { fsync: 'off', max_connections: '300' },
  });
  stop = async () => {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  project.provide('postgresUrl', server.url('postgres'));
}

export async function teardown(): Promise<void> {
  await stop?.();
}
