import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openDb } from '@rotamer/kit/db/db.ts';
import { migrateBus, migrateService } from '@rotamer/kit/db/migrate.ts';
import { describeSchema } from '@rotamer/kit/testing/describeSchema.ts';
import { quietLog } from '@rotamer/kit/testing/quietLog.ts';
import { startPostgres } from '@rotamer/neighbours/postgres/startPostgres.ts';

const root = dirname(import.meta.dirname);

/** The databases of the repository, each with its schema file and its migration. */
export const schemas = globSync(['services/*/migrations/0001_*.sql', 'packages/kit/sql/bus/migrations/0001_*.sql'], {
  cwd: root,
})
  .map((first) => dirname(dirname(first)))
  .sort()
  .map((folder) => ({
    file: join(folder, 'schema.sql'),
    path: join(root, folder, 'schema.sql'),
    migrate: (url: string) =>
      folder.endsWith('/bus') ? migrateBus(url, quietLog) : migrateService(url, join(root, folder), quietLog),
  }));

/** Writes every `schema.sql`, from databases on a temporary server. */
export async function writeSchemas(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'rotamer-schemas-'));
  const databases = schemas.map((_, n) => `schema_${n}`);
  const server = await startPostgres({ dataDir, databases, settings: { fsync: 'off' } });
  try {
    for (const [n, { path, migrate }] of schemas.entries()) {
      const url = server.url(databases[n]!);
      await migrate(url);
      const db = openDb({ url, name: 'generate', log: quietLog });
      writeFileSync(path, await describeSchema(db));
      await db.end();
    }
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true });
  }
}
