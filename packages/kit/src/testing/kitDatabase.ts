import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrateService } from '../db/migrate.ts';
import { quietLog } from './quietLog.ts';
import { type TestDatabase, testDatabase } from './testDatabase.ts';

/** The database of a service that has nothing but what the kit gives every service: an outbox and an inbox. */
export async function kitDatabase(): Promise<TestDatabase> {
  const noMigrations = mkdtempSync(join(tmpdir(), 'rotamer-migrations-'));
  try {
    return await testDatabase((url) => migrateService(url, noMigrations, quietLog));
  } finally {
    rmSync(noMigrations, { recursive: true });
  }
}
