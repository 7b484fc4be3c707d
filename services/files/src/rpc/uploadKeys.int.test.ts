import { randomUUID } from 'node:crypto';
import { holdLocks, waitForBlocked } from '@rotamer/kit/testing/holdLocks.ts';
import { describe, expect, it } from 'vitest';
import { sha256, startFiles } from '../testing/startFiles.ts';
import { purgeKeys } from '../uploads/keyStore.ts';

const fasta = '>a\nMQIFVKTLTGK\n';
const DAY_MS = 86_400_000;

/** The files service, and a user who uploads with an idempotency key. */
async function keyedUploads() {
  const library = await startFiles();
  const { files, blobs } = library;
  const user = library.user();
  const submissionId = randomUUID();
  const begin = (storageLimitBytes = 2 ** 30) =>
    files.beginUpload({ originalName: 'a.fasta', storageLimitBytes, submissionId }, user.scope);
  const finish = async ({ fileId, key }: { fileId: string; key: string }) =>
    files.finishUpload({ fileId, ...(await blobs.put(key, fasta)), tags: ['x'] }, user.scope);
  const sent = { submissionId, originalName: 'a.fasta', sha256: sha256(fasta), tags: ['x'] };
  return { ...library, user, begin, finish, sent };
}

describe('the idempotency key of an upload', () => {
  it('returns the file that it made, and reserves nothing more', async () => {
    const { user, files, begin, finish, sent, counted } = await keyedUploads();
    const file = await finish(await begin());
    expect(await begin(1)).toMatchObject({ fileId: file.id, key: '', replayed: true });
    expect(await files.findUpload(sent, user.scope)).toEqual(file);
    expect(await counted(user.workspaceId)).toBe(fasta.length);
    expect((await user.list()).files).toHaveLength(1);
  });

  it('is refused with other bytes, another name or other fields', async () => {
    const { user, files, begin, finish, sent } = await keyedUploads();
    await finish(await begin());
    for (const other of [
      { sha256: sha256('>a\nM') },
      { originalName: 'b.fasta' },
      { description: 'a' },
      { tags: [] },
      { collectionIds: ['col_1'] },
      { projectId: 'proj_1' },
    ]) {
      const found = files.findUpload({ ...sent, ...other }, user.scope);
      await expect(found).rejects.toMatchObject({ code: 'conflict', details: { reason: 'idempotency_key_reused' } });
    }
  });

  it('is in use while its upload is in progress, for the later of two requests', async () => {
    const { user, files, begin, finish, sent, counted } = await keyedUploads();
    const outcomes = await Promise.allSettled([begin(), begin()]);
    const begun = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(begun).toHaveLength(1);
    const inUse = { code: 'conflict', details: { reason: 'idempotency_key_in_use' }, retryAfterSeconds: 1 };
    expect(outcomes).toContainEqual({ status: 'rejected', reason: expect.objectContaining(inUse) });
    await expect(files.findUpload(sent, user.scope)).rejects.toMatchObject(inUse);
    expect(await counted(user.workspaceId)).toBe(begun[0]!.reservedBytes);
    await finish(begun[0]!);
    expect((await begin()).replayed).toBe(true);
  });

  it.each(['aborted', 'refused', 'deleted'] as const)('is free again after its upload was %s', async (how) => {
    const { user, files, blobs, begin, finish, sent } = await keyedUploads();
    const begun = await begin();
    const { fileId } = begun;
    if (how === 'aborted') await files.abortUpload({ fileId }, user.scope);
    if (how === 'refused') {
      const stored = await blobs.put(begun.key, '<!doctype html><script></script>');
      await expect(files.finishUpload({ fileId, ...stored }, user.scope)).rejects.toThrow();
    }
    if (how === 'deleted') {
      await finish(begun);
      await files.delete({ fileId }, user.scope);
    }
    await expect(files.findUpload(sent, user.scope)).rejects.toMatchObject({ code: 'not_found' });
    expect((await finish(await begin())).id).not.toBe(fileId);
  });

  it('can be claimed again after its gateway crashed; the abandoned upload leaves nothing', async () => {
    const { user, time, begin, finish, counted, sweep } = await keyedUploads();
    const lost = await begin();
    time.now = new Date(time.now.getTime() + 179_000);
    await expect(begin()).rejects.toMatchObject({ code: 'conflict' });
    time.now = new Date(time.now.getTime() + 1_000);
    const taken = await begin();
    await expect(finish(lost)).rejects.toMatchObject({ code: 'not_found' });
    await finish(taken);
    await sweep();
    expect((await user.list()).files).toMatchObject([{ id: taken.fileId }]);
    expect(await counted(user.workspaceId)).toBe(fasta.length);
  });

  it('is kept for seven days', async () => {
    const { db, time, begin, finish } = await keyedUploads();
    const first = await finish(await begin());
    time.now = new Date(time.now.getTime() + 7 * DAY_MS - 1);
    await purgeKeys(db, time.now);
    expect(await begin()).toMatchObject({ fileId: first.id, replayed: true });
    time.now = new Date(time.now.getTime() + 1);
    const next = await begin();
    expect(next).toMatchObject({ replayed: false });
    await finish(next);
    time.now = new Date(time.now.getTime() + 7 * DAY_MS);
    await purgeKeys(db, time.now);
    expect((await db.query('select id from upload_keys')).rows).toEqual([]);
  });

  it('is independent of the keys of other workspaces', async () => {
    const { user, files, finish, begin, sent } = await keyedUploads();
    await finish(await begin());
    const stranger = { caller: { ...user.scope.caller, workspaceId: 'ws_other' } };
    await expect(files.findUpload(sent, stranger)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('uploads and deletions lock rows in the same order', () => {
  /**
   * Locks the workspace's storage row. After `release`, the waiting transactions continue in the order of their
   * arrival.
   */
  async function stopped() {
    const uploads = await keyedUploads();
    const { db, time, user } = uploads;
    const holdStorage = () =>
      holdLocks(db, 'select from storage where workspace_id = $1 for update', [user.workspaceId]);
    const pass = (ms: number) => {
      time.now = new Date(time.now.getTime() + ms);
    };
    return { ...uploads, holdStorage, pass };
  }

  it('when an expired key begins an upload while its first file is deleted', async () => {
    const { db, files, user, begin, finish, holdStorage, pass } = await stopped();
    const { id: fileId } = await finish(await begin());
    pass(8 * DAY_MS);
    const storage = await holdStorage();
    const deleted = files.delete({ fileId }, user.scope);
    await waitForBlocked(db, 1);
    const begun = begin();
    await waitForBlocked(db, 2);
    await storage.release();
    await deleted;
    expect((await finish(await begun)).id).not.toBe(fileId);
  });

  it('when a key is claimed again while its abandoned upload is aborted', async () => {
    const { db, files, user, begin, finish, holdStorage, counted, pass } = await stopped();
    const { fileId } = await begin();
    pass(180_000);
    const storage = await holdStorage();
    const aborted = files.abortUpload({ fileId }, user.scope);
    await waitForBlocked(db, 1);
    const begun = begin();
    await waitForBlocked(db, 2);
    await storage.release();
    await aborted;
    expect((await finish(await begun)).id).not.toBe(fileId);
    expect(await counted(user.workspaceId)).toBe(fasta.length);
  });

  it('when expired keys are purged, which skips a locked one', async () => {
    const { db, time, begin, finish, pass } = await stopped();
    await finish(await begin());
    pass(8 * DAY_MS);
    const key = await holdLocks(db, 'select from upload_keys for update', []);
    await purgeKeys(db, time.now);
    await key.release();
    expect((await db.query('select from upload_keys')).rowCount).toBe(1);
  });
});
