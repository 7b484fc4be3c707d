import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { startPostgres, stopPostgres } from '@rotamer/neighbours/postgres/startPostgres.ts';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { leftFolders, temporaryFolder } from './temporaryFolder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the database `postgres` on the server of this test run. */
    postgresUrl: string;
    /** Prefix of the names of this run's databases, so that runs can share a server. */
    testDatabasePrefix: string;
  }
}

let stop: (() => Promise<void>) | undefined;

/** Starts one real PostgreSQL for all integration tests of a run, which is discarded afterwards; or uses the one in the environment. */
export async function setup(project: TestProject): Promise<void> {
  const prefix = `test_${randomBytes(4).toString('hex')}_`;
  project.provide('testDatabasePrefix', prefix);
  const given = process.env.ROTAMER_TEST_POSTGRES_URL;
  if (given) {
    project.provide('postgresUrl', given);
    stop = () => dropTemplates(given, prefix);
    return;
  }
  await removeLeft();
  const dataDir = temporaryFolder('test-pg');
  const server = await startPostgres({
    dataDir,
    databases: [],
    // Nothing outlives the run, so durability and replication are off. The log is in memory too.
    settings: {
      fsync: 'off',
      full_page_writes: 'off',
      wal_level: 'minimal',
      max_wal_senders: '0',
      max_wal_size: '256MB',
      max_connections: '300',
    },
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

/** Stops the servers of killed runs, and removes their folders in memory. */
async function removeLeft(): Promise<void> {
  for (const folder of leftFolders()) {
    await stopPostgres(folder);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Drops the templates. Each other database is dropped by the test that created it. */
async function dropTemplates(connectionString: string, prefix: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query('select datname from pg_database where starts_with(datname, $1)', [prefix]);
  for (const { datname } of rows) await client.query(`drop database ${datname}`);
  await client.end();
}
