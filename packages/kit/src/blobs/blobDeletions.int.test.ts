import { describe, expect, it } from 'vitest';
import { kitDatabase } from '../testing/kitDatabase.ts';
import { deleteQueuedBlobs, queueBlobDeletions } from './blobDeletions.ts';

/** Forgets prefixes, or fails for some of them. */
function store(failing: string[] = []) {
  const deleted: string[] = [];
  return {
    deleted,
    failing,
    async deletePrefix(prefix: string) {
      if (this.failing.includes(prefix)) throw new Error('the store is away');
      deleted.push(prefix);
    },
  };
}

describe('queued deletions of blobs', () => {
  it('happen once the entry is committed, and leave no entry', async () => {
    const { db } = await kitDatabase();
    const blobs = store();
    await queueBlobDeletions(db, ['files/1/', 'files/2/']);
    await queueBlobDeletions(db, ['files/1/']);
    expect(await deleteQueuedBlobs(db, blobs)).toBe(false);
    expect(blobs.deleted.sort()).toEqual(['files/1/', 'files/2/']);
    await deleteQueuedBlobs(db, blobs);
    expect(blobs.deleted).toHaveLength(2);
  });

  it('are tried again after a failure, which holds up no other', async () => {
    const { db } = await kitDatabase();
    const blobs = store(['files/1/']);
    await queueBlobDeletions(db, ['files/1/', 'files/2/']);
    await expect(deleteQueuedBlobs(db, blobs)).rejects.toThrow('the store is away');
    expect(blobs.deleted).toEqual(['files/2/']);
    blobs.failing = [];
    await deleteQueuedBlobs(db, blobs);
    expect(blobs.deleted).toEqual(['files/2/', 'files/1/']);
  });

  it('are refused for what is no prefix', async () => {
    const { db } = await kitDatabase();
    await expect(queueBlobDeletions(db, ['files'])).rejects.toThrow('not a blob prefix');
  });
});
