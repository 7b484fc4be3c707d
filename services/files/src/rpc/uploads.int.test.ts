import { buffer } from 'node:stream/consumers';
import { readOutbox } from '@rotamer/kit/outbox/readOutbox.ts';
import { makeDue } from '@rotamer/kit/testing/makeDue.ts';
import { MAX_TRIES } from '@rotamer/kit/work/failedWork.ts';
import { FileEvent, FileEventType } from '@rotamer/proto/files/v1/file.ts';
import { describe, expect, it } from 'vitest';
import { sha256, startFiles } from '../testing/startFiles.ts';
import { sweepUploads } from '../work/sweep.ts';

const fasta = '>a\nMQIFVKTLTGK\n>b\nMKV\n';

it('keeps no control characters in the name, description and tags of a file', async () => {
  const { upload } = (await startFiles()).user();
  const about = { description: 'a\u001b]52;c;eA==\u0007', tags: ['t\u009b2J'] };
  const file = await upload('a\u202e.fasta', '>a\nMKV\n', about);
  expect(file).toMatchObject({
    originalName: 'a.fasta',
    description: 'a\ufffd]52;c;eA==\ufffd',
    tags: ['t\ufffd2J'],
  });
});

describe('an upload', () => {
  it('becomes a file with the bytes that were sent, and is published once', async () => {
    const { db, blobs, user, counted } = await startFiles();
    const { workspaceId, userId, upload, list } = user();
    const file = await upload('my set.fasta', fasta, { description: 'two', tags: ['a', 'b'] });
    expect(file).toMatchObject({
      workspaceId,
      createdBy: userId,
      filename: 'my_set.fasta',
      originalName: 'my set.fasta',
      format: 'FASTA',
      size: fasta.length,
      sha256: sha256(fasta),
      origin: 'FILE_ORIGIN_UPLOAD',
      storageOwner: 'STORAGE_OWNER_FILE_LIBRARY',
      description: 'two',
      tags: ['a', 'b'],
      collections: [],
      createdAt: new Date('2026-03-01T12:00:00.000Z'),
    });
    expect((await list()).files).toEqual([file]);
    const stored = await blobs.get(`files/${workspaceId}/${file.id}/content`);
    expect((await buffer(stored!.body)).toString()).toBe(fasta);
    expect(await counted(workspaceId)).toBe(fasta.length);
    const events = (await readOutbox(db, 10)).map(({ value }) => FileEvent.decode(value));
    expect(events).toMatchObject([{ type: FileEventType.UPLOADED, workspaceId, file: { id: file.id } }]);
  });

  it('is not visible until it is finished', async () => {
    const { user, files } = await startFiles();
    const { begin, list, scope } = user();
    const { fileId } = await begin('a.fasta');
    expect((await list()).files).toEqual([]);
    await expect(files.get({ fileId }, scope)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('is finished once by repeated and concurrent calls', async () => {
    const { db, user, files, blobs, counted } = await startFiles();
    const { begin, scope, workspaceId } = user();
    const { fileId, key } = await begin('a.fasta');
    const request = { fileId, ...(await blobs.put(key, fasta)) };
    const answers = await Promise.all([1, 2, 3].map(() => files.finishUpload(request, scope)));
    expect(answers[1]).toEqual(answers[0]);
    expect(await files.finishUpload(request, scope)).toEqual(answers[0]);
    expect(await counted(workspaceId)).toBe(fasta.length);
    expect(await readOutbox(db, 10)).toHaveLength(1);
  });

  it('can be put only into collections of its workspace', async () => {
    const { user, operator, blobs, sweep, counted } = await startFiles();
    const { workspaceId, upload, list } = user();
    const mine = await operator.createCollection({ workspaceId, name: 'Kinases' });
    const foreign = await operator.createCollection({ workspaceId: user().workspaceId, name: 'Kinases' });
    const file = await upload('a.fasta', fasta, { collectionIds: [mine.id] });
    expect(file.collections).toEqual([mine]);
    await expect(upload('b.fasta', fasta, { collectionIds: [mine.id, foreign.id, 'col_x'] })).rejects.toMatchObject({
      code: 'validation_error',
      details: { errors: [{ path: 'collection_ids[1]' }, { path: 'collection_ids[2]' }] },
    });
    expect((await list()).files).toHaveLength(1);
    expect(await counted(workspaceId)).toBe(fasta.length);
    await sweep();
    expect(await blobs.size(`files/${workspaceId}/${file.id}/content`)).toBe(fasta.length);
  });

  it('not inspected by its gateway is refused if unsafe to serve, and leaves nothing', async () => {
    const { user, blobs, files, sweep, counted } = await startFiles();
    const { workspaceId, begin, scope, list } = user();
    const { fileId, key } = await begin('innocent.fasta');
    const stored = await blobs.put(key, '<!doctype html><script>alert(1)</script>');
    await expect(files.finishUpload({ fileId, ...stored }, scope)).rejects.toMatchObject({
      code: 'validation_error',
      message: expect.stringMatching(/^file: /),
      details: { reason: expect.any(String), errors: [{ path: 'file' }] },
    });
    expect((await list()).files).toEqual([]);
    expect(await counted(workspaceId)).toBe(0);
    await sweep();
    expect(await blobs.size(key)).toBeUndefined();
  });

  it('gets the findings of its gateway, which inspects the bytes as they pass', async () => {
    const { user, blobs, files, jobs } = await startFiles();
    const { begin, scope } = user();
    const { fileId, key, originalName } = await begin('../my\u0085 set.fasta');
    expect(originalName).toBe('my set.fasta');
    const stored = await blobs.put(key, fasta);
    const inspected = {
      format: 'AFA',
      mimeType: 'text/x-afa',
      previewKind: 'text',
      textual: true,
      units: { records: 7 },
    };
    const file = await files.finishUpload({ fileId, ...stored, inspected }, scope);
    expect(file).toMatchObject({ originalName, format: 'AFA', mimeType: 'text/x-afa', previewKind: 'text' });
    const resolved = await jobs.resolveInputs({ fileIds: [fileId] }, scope);
    expect(resolved.files).toMatchObject([{ textual: true, units: { records: 7 } }]);
  });

  it.each([
    ['nothing arrived', undefined],
    ['less arrived', fasta.slice(1)],
    ['something else arrived', fasta.replace('M', 'K')],
  ])('does not become a file when %s, and may be finished again or aborted', async (_, content) => {
    const { user, blobs, files, counted } = await startFiles();
    const { workspaceId, begin, scope, list } = user();
    const { fileId, key } = await begin('a.fasta');
    if (content) await blobs.put(key, content);
    const request = { fileId, size: fasta.length, sha256: sha256(fasta) };
    for (const inspected of [undefined, { format: 'FASTA', mimeType: 'text/x-fasta', textual: true, units: {} }]) {
      const finished = files.finishUpload({ ...request, inspected }, scope);
      await expect(finished).rejects.toMatchObject({ code: 'service_unavailable' });
    }
    expect((await list()).files).toEqual([]);
    await files.abortUpload({ fileId }, scope);
    expect(await counted(workspaceId)).toBe(0);
  });

  it('that was aborted is deleted, even if only the response to its success was lost', async () => {
    const { user, files, blobs, sweep, counted } = await startFiles();
    const { workspaceId, upload, begin, scope, list } = user();
    const { fileId } = await begin('a.fasta');
    const { id } = await upload('b.fasta', fasta);
    for (const one of [fileId, fileId, id, id]) await files.abortUpload({ fileId: one }, scope);
    expect((await list()).files).toEqual([]);
    expect(await counted(workspaceId)).toBe(0);
    await sweep();
    expect(await blobs.size(`files/${workspaceId}/${id}/content`)).toBeUndefined();
  });

  it('abandoned by its gateway is discarded after an hour, not before', async () => {
    const { user, files, blobs, sweep, time, deps, counted } = await startFiles();
    const { workspaceId, begin, scope } = user();
    const { fileId, key } = await begin('a.fasta');
    const stored = await blobs.put(key, fasta);
    await sweep();
    expect(await blobs.size(key)).toBeUndefined();
    expect(await counted(workspaceId)).toBe(0);
    await expect(files.finishUpload({ fileId, ...stored }, scope)).rejects.toMatchObject({ code: 'not_found' });
    const young = await begin('b.fasta');
    time.now = new Date(time.now.getTime() + 3_599_000);
    await sweepUploads(deps);
    expect(await counted(workspaceId)).toBe(young.reservedBytes);
  });

  it('that cannot be discarded delays no other, and is discarded after repair and replay', async () => {
    const { world, broken, other, fileId, mend, deadLetters } = await parkSweep();
    expect(await world.counted(other.workspaceId)).toBe(0);
    expect(await deadLetters()).toMatchObject([{ topic: 'files.work', group: 'sweep-uploads', key: fileId }]);
    await mend();
    await world.letters.replay({ topic: 'files.work', group: 'sweep-uploads' });
    await world.sweep();
    expect(await world.counted(broken.workspaceId)).toBe(0);
    expect(await deadLetters()).toEqual([]);
  });

  it.each([
    ['finished', fasta.length],
    ['aborted', 0],
  ])('that is %s after it was dead-lettered leaves no dead letter', async (ended, bytes) => {
    const { world, broken, fileId, key, mend, deadLetters } = await parkSweep();
    await mend();
    if (ended === 'aborted') await world.files.abortUpload({ fileId }, broken.scope);
    else await world.files.finishUpload({ fileId, ...(await world.blobs.put(key, fasta)) }, broken.scope);
    expect(await world.counted(broken.workspaceId)).toBe(bytes);
    expect(await deadLetters()).toEqual([]);
  });

  it('of another workspace cannot be finished or aborted', async () => {
    const { user, files, blobs, counted } = await startFiles();
    const owner = user();
    const { fileId, key, reservedBytes } = await owner.begin('a.fasta');
    const stored = await blobs.put(key, fasta);
    const stranger = user().scope;
    await expect(files.finishUpload({ fileId, ...stored }, stranger)).rejects.toMatchObject({ code: 'not_found' });
    await files.abortUpload({ fileId }, stranger);
    expect(await counted(owner.workspaceId)).toBe(reservedBytes);
  });
});

/**
 * An upload whose storage cannot be released, so that it was dead-lettered; an upload of another workspace was begun
 * later.
 */
async function parkSweep() {
  const world = await startFiles();
  const { user, db, sweep, letters } = world;
  const [broken, other] = [user(), user()];
  const { fileId, key, reservedBytes } = await broken.begin('a.fasta');
  const reserve = (bytes: number) =>
    db.query('update storage set bytes = $2 where workspace_id = $1', [broken.workspaceId, bytes]);
  await reserve(0);
  await other.begin('b.fasta');
  for (let n = 0; n < MAX_TRIES; n++) {
    await sweep();
    await makeDue(db);
  }
  const mend = () => reserve(reservedBytes);
  const deadLetters = async () => (await letters.list({})).deadLetters;
  return { world, broken, other, fileId, key, mend, deadLetters };
}
