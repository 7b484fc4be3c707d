import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import type { FinishUploadRequest } from '@rotamer/proto/files/v1/files.ts';
import { describe, expect, it } from 'vitest';
import { sha256, startFiles } from '../testing/startFiles.ts';

const text = '>Müller\nMKVLAATWQG\n';
const utf16 = Buffer.from(`\ufeff${text}`, 'utf16le');
const fasta = { format: 'FASTA', mimeType: 'text/x-fasta', textual: false, units: { records: 1, residues: 10 } };

describe('an upload whose bytes are not UTF-8', () => {
  it.each([
    ['in UTF-16', 'a.fasta', utf16, 'text/x-fasta; charset=utf-16le'],
    ['in Windows-1252', 'a.fasta', Buffer.from(text, 'latin1'), 'text/x-fasta; charset=windows-1252'],
    ['packed', 'a.fasta.gz', gzipSync(text), 'application/gzip'],
    ['packed, in UTF-16', 'a.fasta.gz', gzipSync(utf16), 'application/gzip'],
  ])('%s is stored unchanged, and is used as an input in UTF-8', async (_, name, bytes, mimeType) => {
    const { jobs, user, blobs, counted } = await startFiles();
    const { upload, scope, workspaceId } = user();
    const file = await upload(name, bytes);
    expect(file).toMatchObject({ format: 'FASTA', mimeType, size: bytes.length, sha256: sha256(bytes) });
    const [input] = (await jobs.resolveInputs({ fileIds: [file.id] }, scope)).files;
    expect(input).toMatchObject({ format: 'FASTA', textual: true, units: { records: 1, residues: 10 } });
    const stored = await blobs.get(input!.key);
    expect((await buffer(stored!.body)).toString()).toBe(text);
    expect(input).toMatchObject({ size: Buffer.byteLength(text), sha256: sha256(text) });
    expect(await counted(workspaceId)).toBe(bytes.length);
  });

  it('is decoded with the encoding that its gateway found', async () => {
    const { jobs, user, blobs } = await startFiles();
    const { upload, scope } = user();
    const decoding = { gzip: false, charset: 'utf-16le' };
    const inspected: FinishUploadRequest['inspected'] = { ...fasta, decoding };
    const file = await upload('a.fasta', utf16, { inspected });
    const [input] = (await jobs.resolveInputs({ fileIds: [file.id] }, scope)).files;
    expect(input).toMatchObject({ textual: true, size: Buffer.byteLength(text) });
    expect((await buffer((await blobs.get(input!.key))!.body)).toString()).toBe(text);
  });

  it('leaves no objects when it is deleted', async () => {
    const { files, user, blobs, sweep } = await startFiles();
    const { upload, scope, workspaceId } = user();
    const { id } = await upload('a.fasta', utf16);
    await files.delete({ fileId: id }, scope);
    await sweep();
    const left = [];
    for await (const key of blobs.list(`files/${workspaceId}/`)) left.push(key);
    expect(left).toEqual([]);
  });

  it('is refused when its text is larger than any job accepts, and leaves nothing', async () => {
    const { user, blobs, sweep, counted } = await startFiles();
    const { upload, workspaceId } = user();
    const euros = Buffer.alloc(20_000_000, 0x80);
    const inspected = { ...fasta, decoding: { gzip: false, charset: 'windows-1252' } };
    await expect(upload('a.txt', euros, { inspected })).rejects.toMatchObject({
      code: 'validation_error',
      message: expect.stringContaining('Upload it in parts'),
    });
    await sweep();
    const left = [];
    for await (const key of blobs.list(`files/${workspaceId}/`)) left.push(key);
    expect([left, await counted(workspaceId)]).toEqual([[], 0]);
  });

  it('gets service_unavailable when the store has no room for its text', async () => {
    const { user, blobs, deps } = await startFiles();
    const { upload } = user();
    deps.blobs = {
      ...blobs,
      put: () => Promise.reject(Object.assign(new Error('no room'), { code: 'ENOSPC', syscall: 'write' })),
    };
    await expect(upload('a.fasta', utf16)).rejects.toMatchObject({
      code: 'service_unavailable',
      retryAfterSeconds: 60,
    });
  });
});
