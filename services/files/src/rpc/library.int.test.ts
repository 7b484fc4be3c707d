import { readOutbox } from '@rotamer/kit/outbox/readOutbox.ts';
import { FileEvent, FileEventType, FileOrigin } from '@rotamer/proto/files/v1/file.ts';
import { describe, expect, it } from 'vitest';
import type { File } from '../file/file.ts';
import { insertFiles } from '../file/fileStore.ts';
import { startFiles } from '../testing/startFiles.ts';

/** A file that a job added to the library. */
function artifact(workspaceId: string, fields: Partial<File> = {}): File {
  return {
    id: `file_0${'0'.repeat(24)}1`,
    workspaceId,
    projectSeq: 0,
    createdBy: 'usr_1',
    filename: 'alignment.afa',
    originalName: 'alignment.afa',
    format: 'AFA',
    mimeType: 'text/x-fasta-aligned',
    size: 10,
    sha256: '00',
    key: `artifacts/${workspaceId}/job_1/1/alignment/alignment.afa`,
    origin: 'JOB_OUTPUT',
    storageOwner: 'JOB_ARTIFACT',
    textual: true,
    units: {},
    inspected: true,
    job: { id: 'job_1', name: 'Globins', tool: 'pairwise-align', item: 'itm_1' },
    tags: [],
    collections: [],
    ...fields,
  };
}

describe('the list of files', () => {
  it('has each file once, newest first, over all pages, even while files are added', async () => {
    const { user, time } = await startFiles();
    const { upload, list } = user();
    const ids: string[] = [];
    for (let i = 0; i < 7; i++) {
      time.now = new Date(time.now.getTime() + 1);
      ids.unshift((await upload(`${i}.fasta`, '>a\nM\n')).id);
    }
    const seen: string[] = [];
    for (let beforeId = ''; ; beforeId = seen.at(-1)!) {
      const page = await list({ limit: 3, beforeId });
      seen.push(...page.files.map(({ id }) => id));
      if (!page.hasMore) break;
      time.now = new Date(time.now.getTime() + 1);
      await upload('new.fasta', '>a\nM\n');
    }
    expect(seen).toEqual(ids);
  });

  it('is filtered by text, case-insensitively and without wildcards', async () => {
    const { db, user } = await startFiles();
    const { upload, list, workspaceId } = user();
    await upload('100%_ubiquitin.fasta', '>a\nM\n');
    await upload('notes.md', 'hello');
    await insertFiles(db, [artifact(workspaceId)]);
    const names = async (query: string) => (await list({ query })).files.map(({ originalName }) => originalName).sort();
    expect(await names('UBIQ')).toEqual(['100%_ubiquitin.fasta']);
    expect(await names('0%_u')).toEqual(['100%_ubiquitin.fasta']);
    expect(await names('%')).toEqual(['100%_ubiquitin.fasta']);
    expect(await names('_')).toEqual(['100%_ubiquitin.fasta']);
    expect(await names('\\')).toEqual([]);
    expect(await names('afa')).toEqual(['alignment.afa']);
    expect(await names('globins')).toEqual(['alignment.afa']);
    expect(await names('pairwise')).toEqual(['alignment.afa']);
    expect(await names('fasta')).toEqual(['100%_ubiquitin.fasta']);
    expect(await names('nothing like it')).toEqual([]);
  });

  it('is filtered by format, origin, collection, project and uploader, and by combinations', async () => {
    const { db, user, operator } = await startFiles();
    const me = user();
    const colleague = user({ workspaceId: me.workspaceId });
    const { workspaceId } = me;
    const { id: collection } = await operator.createCollection({ workspaceId, name: 'Kinases' });
    const a = await me.upload('a.fasta', '>a\nM\n', { collectionIds: [collection] });
    const b = await colleague.upload('b.fasta', '>a\nM\n', { projectId: 'proj_1' });
    const output = artifact(workspaceId, { createdBy: me.userId });
    const input = artifact(workspaceId, {
      id: `file_0${'0'.repeat(24)}2`,
      origin: 'IMPORT',
      job: { ...output.job!, item: 'input:1' },
      projectId: 'proj_1',
    });
    await insertFiles(db, [output, input]);
    const ids = async (filter: Parameters<typeof me.list>[0]) => (await me.list(filter)).files.map(({ id }) => id);
    const newestFirst = (...files: { id: string }[]) =>
      files
        .map(({ id }) => id)
        .sort()
        .reverse();
    expect(await ids({})).toEqual(newestFirst(a, b, output, input));
    expect(await ids({ format: 'fasta' })).toEqual(newestFirst(a, b));
    expect(await ids({ origin: FileOrigin.JOB_OUTPUT })).toEqual([output.id]);
    expect(await ids({ origin: FileOrigin.IMPORT })).toEqual([input.id]);
    expect(await ids({ collectionId: collection })).toEqual([a.id]);
    expect(await ids({ projectId: 'proj_1' })).toEqual(newestFirst(b, input));
    expect(await ids({ unassigned: true })).toEqual(newestFirst(a, output));
    expect(await ids({ mine: true })).toEqual([a.id]);
    expect(await ids({ mine: true, format: 'FASTA', query: 'a.fa', unassigned: true })).toEqual([a.id]);
    expect(await ids({ mine: true, origin: FileOrigin.JOB_OUTPUT })).toEqual([]);
    expect(await ids({ format: 'FASTA', projectId: 'proj_2' })).toEqual([]);
  });

  it('never shows files of another workspace, for any filter', async () => {
    const { user, operator, files } = await startFiles();
    const owner = user();
    const { workspaceId } = owner;
    const { id: collectionId } = await operator.createCollection({ workspaceId, name: 'Kinases' });
    const { id: fileId } = await owner.upload('a.fasta', '>a\nM\n', {
      collectionIds: [collectionId],
      projectId: 'proj_1',
    });
    const stranger = user();
    for (const filter of [{}, { collectionId }, { projectId: 'proj_1' }, { query: 'a' }, { format: 'FASTA' }]) {
      expect((await stranger.list(filter)).files).toEqual([]);
    }
    await expect(files.get({ fileId }, stranger.scope)).rejects.toMatchObject({ message: 'No such file.' });
    await expect(files.delete({ fileId }, stranger.scope)).rejects.toMatchObject({ message: 'No such file.' });
    expect((await owner.list()).files).toHaveLength(1);
  });
});

describe('changing a file', () => {
  it('changes its names, description and tags, for its owner and admins only', async () => {
    const { files, user } = await startFiles();
    const { upload, scope, workspaceId } = user();
    const { id: fileId, sha256 } = await upload('a.fasta', '>a\nM\n', { tags: ['old'] });
    const changes = { originalName: '../ubiquitin β.fasta', description: 'Human', tags: { tags: ['new'] } };
    expect(await files.change({ fileId, ...changes }, scope)).toMatchObject({
      ...{ originalName: 'ubiquitin β.fasta', filename: expect.stringMatching(/^ubiquitin-[\da-f]{8}\.fasta$/) },
      ...{ description: 'Human', tags: ['new'], format: 'FASTA', sha256, updatedAt: expect.any(Date) },
    });
    expect(await files.change({ fileId, description: '' }, scope)).toMatchObject({
      ...{ originalName: 'ubiquitin β.fasta', description: undefined, tags: ['new'] },
    });
    const { scope: colleague } = user({ workspaceId });
    await expect(files.change({ fileId, originalName: 'x' }, colleague)).rejects.toMatchObject({ code: 'forbidden' });
    const { scope: stranger } = user();
    await expect(files.change({ fileId, originalName: 'x' }, stranger)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('deleting a file', () => {
  it('deletes the bytes of an upload and releases their storage', async () => {
    const { db, user, files, blobs, sweep, counted } = await startFiles();
    const { workspaceId, upload, list, scope } = user();
    const { id } = await upload('a.fasta', '>a\nM\n');
    await files.delete({ fileId: id }, scope);
    expect((await list()).files).toEqual([]);
    expect(await counted(workspaceId)).toBe(0);
    await expect(files.delete({ fileId: id }, scope)).rejects.toMatchObject({ code: 'not_found' });
    await sweep();
    expect(await blobs.size(`files/${workspaceId}/${id}/content`)).toBeUndefined();
    const events = (await readOutbox(db, 10)).map(({ value }) => FileEvent.decode(value));
    expect(events).toMatchObject([{ type: FileEventType.UPLOADED }, { type: FileEventType.DELETED, file: { id } }]);
  });

  it('deletes only the record of a job’s artifact, and keeps its bytes', async () => {
    const { db, user, files, blobs, sweep } = await startFiles();
    const { workspaceId, scope, list } = user({ role: 'admin' });
    const output = artifact(workspaceId);
    await blobs.put(output.key, '0123456789');
    await insertFiles(db, [output]);
    await files.delete({ fileId: output.id }, scope);
    expect((await list()).files).toEqual([]);
    await sweep();
    expect(await blobs.size(output.key)).toBe(10);
  });

  it('is allowed for the member who uploaded it, for admins and for owners', async () => {
    const { user, files } = await startFiles();
    const { workspaceId, upload } = user();
    const { id: fileId } = await upload('a.fasta', '>a\nM\n');
    const colleague = user({ workspaceId });
    await expect(files.delete({ fileId }, colleague.scope)).rejects.toMatchObject({ code: 'forbidden' });
    await files.delete({ fileId }, user({ workspaceId, role: 'owner' }).scope);
  });

  it('succeeds once when several requests arrive together', async () => {
    const { db, user, files, counted } = await startFiles();
    const { workspaceId, upload, scope } = user();
    const { id: fileId } = await upload('a.fasta', '>a\nM\n');
    const answers = await Promise.allSettled([1, 2, 3, 4].map(() => files.delete({ fileId }, scope)));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await counted(workspaceId)).toBe(0);
    expect(await readOutbox(db, 10)).toHaveLength(2);
  });
});

describe('a collection', () => {
  it('has a name that is unique in its workspace', async () => {
    const { user, operator } = await startFiles();
    const { workspaceId } = user();
    const create = (name: string, workspace = workspaceId) =>
      operator.createCollection({ workspaceId: workspace, name });
    expect(await create('Kinases')).toMatchObject({ id: expect.stringMatching(/^col_/), name: 'Kinases' });
    await expect(create('Kinases')).rejects.toMatchObject({ code: 'conflict' });
    for (const name of ['', ' ', 'a\nb', 'x'.repeat(81)]) {
      await expect(create(name)).rejects.toMatchObject({ details: { errors: [{ path: 'name' }] } });
    }
    await expect(create('x', 'nonsense')).rejects.toMatchObject({ details: { errors: [{ path: 'workspace' }] } });
  });
});

describe('saved files as inputs', () => {
  it('are resolved to blob keys and counted content; unknown and foreign ids are omitted', async () => {
    const { user, jobs } = await startFiles();
    const { workspaceId, upload, scope } = user();
    const fasta = await upload('a.fasta', '>a\nM\n>b\nMK\n');
    const foreign = await user().upload('b.fasta', '>a\nM\n');
    const { files } = await jobs.resolveInputs({ fileIds: [foreign.id, fasta.id, 'file_x'] }, scope);
    expect(files).toEqual([
      {
        fileId: fasta.id,
        filename: 'a.fasta',
        format: 'FASTA',
        key: `files/${workspaceId}/${fasta.id}/content`,
        sha256: fasta.sha256,
        size: 11,
        textual: true,
        units: expect.objectContaining({ records: 2, residues: 3 }),
      },
    ]);
  });
});
