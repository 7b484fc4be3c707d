import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { describeBlobs } from '../testing/blobsContract.ts';
import { openFsBlobs, removeStaleUploads } from './fsBlobs.ts';
import { verifyBlobUrl } from './signedUrl.ts';

const secret = 'a secret of the data folder';

describeBlobs('fs', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rotamer-blobs-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const blobs = openFsBlobs({ folder, secret, publicUrl: 'http://127.0.0.1:8080' });

  // Serves a signed URL as the gateway does, without a gateway.
  async function fetch(url: string): Promise<Response> {
    const { pathname, searchParams } = new URL(url);
    const key = pathname.replace('/blobs/', '');
    const allowed = verifyBlobUrl(key, Object.fromEntries(searchParams), secret, new Date());
    if (!allowed) return new Response(null, { status: 403 });
    const found = await blobs.get(key);
    if (!found) return new Response(null, { status: 404 });
    const disposition = `attachment; filename="${allowed.fileName}"`;
    const headers = { 'content-type': allowed.contentType, 'content-disposition': disposition };
    return new Response(await text(found.body), { headers });
  }

  async function list(): Promise<string[]> {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    return files.map((file) => relative(folder, file).replace(/^objects\//, '')).sort();
  }

  return { blobs, fetch, list };
});

it('removes the temporary file of a killed process once nothing writes to it any more', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rotamer-blobs-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  await removeStaleUploads(folder, new Date());
  const incoming = join(folder, 'incoming');
  await mkdir(incoming);
  for (const [name, hour] of Object.entries({ old: 10, young: 12 })) {
    await writeFile(join(incoming, name), 'half of it');
    const written = new Date(`2026-03-01T${hour}:00:00Z`);
    await utimes(join(incoming, name), written, written);
  }
  await removeStaleUploads(folder, new Date('2026-03-01T11:00:00Z'));
  expect(await readdir(incoming)).toEqual(['young']);
});
