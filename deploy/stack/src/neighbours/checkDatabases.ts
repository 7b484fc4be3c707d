import { join } from 'node:path';
import { databaseOf, services } from '@rotamer/deploy/services.ts';
import { checkBus, checkService } from '@rotamer/kit/db/migrate.ts';
import { repository } from '../folder/paths.ts';

/**
 * Checks, before any service starts, that all databases can be migrated to this version, without changing them. Otherwise some
 * services could have migrated their databases when another one finds that it cannot.
 *
 * @throws Error naming the databases that cannot be migrated, and what to do
 */
export async function checkDatabases(url: (database: string) => string, busUrl?: string): Promise<void> {
  const own = services.filter(({ database }) => database);
  const checks = own.map(({ name }) => checkService(url(databaseOf(name)), join(repository, 'services', name)));
  const results = await Promise.allSettled([...checks, ...(busUrl ? [checkBus(busUrl)] : [])]);
  const problems = results.flatMap((result) =>
    result.status === 'rejected' ? [result.reason as NodeJS.ErrnoException] : [],
  );
  if (problems.length === 0) return;
  // An unreachable server, or one that refuses the user, says nothing about the data.
  const unreachable = problems.find(({ code }) => code !== undefined);
  if (unreachable) throw unreachable;
  throw new Error(
    `The data cannot be used by this version of Rotamer:\n${problems.map(({ message }) => message).join('\n')}\n` +
      'Nothing was migrated. Go on with the version that made it, or begin with another folder (npm start -- --data <folder>) ' +
      'or with an empty one (npm start -- --fresh, which deletes this one’s data).',
  );
}
