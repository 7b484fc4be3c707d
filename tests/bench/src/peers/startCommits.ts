import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMissingDatabases } from '@rotamer/neighbours/postgres/databases.ts';
import { startChild } from '../child.ts';
import { SIDE_SECONDS, withCpu } from '../loadSide.ts';
import type { Side } from '../sides.ts';
import { withClient } from '../withClient.ts';
import type { World } from '../world.ts';

/** The bench's tables are in a separate database on the stack's server. */
const DATABASE = 'rotamer_bench';

/** Returns a side of five-row commits on the stack's own PostgreSQL server. */
export async function startCommits(world: World): Promise<Side> {
  const url = world.databaseUrl(DATABASE);
  await createMissingDatabases(world.databaseUrl('postgres'), [DATABASE]);
  const tables = readFileSync(join(import.meta.dirname, 'commitTransaction.sql'), 'utf8');
  await withClient(url, (client) => client.query(tables));

  const child = startChild(join(import.meta.dirname, 'commits.ts'));
  world.onMeasured(child.stop);
  await child.ask({ connect: url });
  return () =>
    withCpu(world, async () => {
      const operations = await child.ask<number>({ seconds: SIDE_SECONDS });
      return { operations, seconds: SIDE_SECONDS };
    });
}
