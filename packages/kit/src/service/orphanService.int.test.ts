import { OrphansDefinition } from '@rotamer/proto/blobs/v1/orphans.ts';
import { expect, it } from 'vitest';
import { serveRpcTable } from '../testing/serveRpcTable.ts';
import { kitDatabase } from '../testing/templateDatabase.ts';
import { orphanService } from './orphanService.ts';

it('queues prefixes without an owner, and wakes the loop that deletes them', async () => {
  const { db } = await kitDatabase();
  const queued = async () => (await db.query('select prefix from blob_deletions')).rows.map(({ prefix }) => prefix);
  const seenBySignal: Promise<string[]>[] = [];
  const signals = { send: () => seenBySignal.push(queued()) };
  const { ask } = await serveRpcTable([orphanService({ db, signals }, 'files', async () => new Set(['file_1']))]);
  const orphans = ask(OrphansDefinition, 'operator');

  expect(await orphans.queue({ prefixes: ['files/ws_1/file_1/', 'files/ws_1/file_2/'] })).toEqual({ queued: 1 });
  expect(await queued()).toEqual(['files/ws_1/file_2/']);
  expect(await Promise.all(seenBySignal), 'what is woken finds it').toEqual([['files/ws_1/file_2/']]);
  await expect(orphans.queue({ prefixes: ['artifacts/ws_1/job_1/'] })).rejects.toMatchObject({
    code: 'validation_error',
  });
});
