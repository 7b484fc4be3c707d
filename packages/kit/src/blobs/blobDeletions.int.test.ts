import { describe, expect, it } from 'vitest';
import { parkedWork } from '../service/parkedWork.ts';
import { makeDue } from '../testing/makeDue.ts';
import { quietLog } from '../testing/quietLog.ts';
import { kitDatabase } from '../testing/templateDatabase.ts';
import { deleteQueuedBlobs, queueBlobDeletions } from './blobDeletions.ts';

/** Creates a store that deletes prefixes, but fails for the prefixes in `failing`. */
function store(failing: string[] = [], error = new Error('access denied')) {
  const deleted: string[] = [];
  return {
    deleted,
    failing,
    async deletePrefix(prefix: string) {
      if (this.failing.includes(prefix)) throw error;
      deleted.push(prefix);
    },
  };
}

describe('queued deletions of blobs', () => {
  it('delete blobs once the entry is committed, then remove the entry', async () => {
    const { db } = await kitDatabase();
    const blobs = store();
    await queueBlobDeletions(db, ['files/1/', 'files/2/']);
    await queueBlobDeletions(db, ['files/1/']);
    expect(await deleteQueuedBlobs({ db, blobs, log: quietLog })).toBe(false);
    expect(blobs.deleted.sort()).toEqual(['files/1/', 'files/2/']);
    await deleteQueuedBlobs({ db, blobs, log: quietLog });
    expect(blobs.deleted).toHaveLength(2);
  });

  it('wait for an unavailable store without a limit', async () => {
    const { db } = await kitDatabase();
    const blobs = store(['files/1/'], Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }));
    await queueBlobDeletions(db, ['files/1/', 'files/2/']);
    const pass = () => deleteQueuedBlobs({ db, blobs, log: quietLog });
    for (let n = 0; n < 20; n++) await expect(pass()).rejects.toThrow('connect');
    expect(blobs.deleted).toEqual(['files/2/']);
    blobs.failing = [];
    await pass();
    expect(blobs.deleted).toEqual(['files/2/', 'files/1/']);
  });

  it('are dead-lettered when they keep failing, do not block others, and run when replayed', async () => {
    const { db } = await kitDatabase();
    const blobs = store(['files/1/']);
    await queueBlobDeletions(db, ['files/1/', 'files/2/']);
    for (let n = 0; n < 20; n++) {
      await deleteQueuedBlobs({ db, blobs, log: quietLog });
      await makeDue(db);
    }
    expect(blobs.deleted).toEqual(['files/2/']);
    const letters = parkedWork(db, 'files');
    expect(await letters.deadLetters(10)).toMatchObject([
      { topic: 'files.work', group: 'delete-blobs', message: { key: 'files/1/' }, error: 'access denied' },
    ]);
    blobs.failing = [];
    expect(await letters.replay('files.work', 'delete-blobs', 10)).toBe(1);
    await deleteQueuedBlobs({ db, blobs, log: quietLog });
    expect(blobs.deleted).toEqual(['files/2/', 'files/1/']);
    expect(await letters.deadLetters(10)).toEqual([]);
  });

  it('are refused for a text that is not a prefix', async () => {
    const { db } = await kitDatabase();
    await expect(queueBlobDeletions(db, ['files'])).rejects.toThrow('not a blob prefix');
  });
});
