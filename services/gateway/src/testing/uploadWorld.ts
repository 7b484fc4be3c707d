import { startFiles } from '@rotamer/files/testing/startFiles.ts';
import type { Inspections } from '@rotamer/inspection/thread/startInspections.ts';
import type { Blobs } from '@rotamer/kit/blobs/blobs.ts';
import { onTestFinished } from 'vitest';
import { formOf } from './requests.ts';
import { bearer, testGateway } from './testGateway.ts';

const WORKSPACE = 'ws_1';

export const uploaded = `>a\n${'MKVWAALLV'.repeat(40_000)}\n`;

/**
 * Starts the HTTP application with a real files service and a real blob store. By default the store is a folder. Services use `linked`
 * if it is given: the same store behind a link with faults.
 */
export async function uploadWorld(other: { good?: Blobs; linked?: Blobs; inspections?: Inspections } = {}) {
  const library = await startFiles();
  const good = other.good ?? library.blobs;
  const store: { now: Blobs } = { now: other.linked ?? good };
  const blobs = new Proxy({} as Blobs, { get: (_, name) => Reflect.get(store.now, name) });
  // The files service reads from the same store.
  library.deps.blobs = blobs;
  const gateway = await testGateway({ library: { files: library.files, blobs }, inspections: other.inspections });
  onTestFinished(gateway.stop);
  const key = gateway.issueKey({ workspaceId: WORKSPACE });

  return {
    ...gateway,
    key,
    library,
    /** The store without faults, even while services use a faulty one. */
    good,
    use: (blobs: Blobs) => (store.now = blobs),
    keyOf: (fileId: string) => `files/${WORKSPACE}/${fileId}/content`,
    /** The text parts come after the file. */
    async upload(
      file = { name: 'a.fasta', bytes: uploaded },
      texts: Record<string, string> = {},
      more: Record<string, string> = {},
    ) {
      const { payload, headers } = await formOf([['file', file], ...Object.entries(texts)]);
      const all = { ...headers, ...bearer(key), ...more };
      return gateway.app.inject({ method: 'POST', url: '/api/v1/files', headers: all, payload });
    },
    files: () => library.user({ workspaceId: WORKSPACE }).list(),
    /** Returns rows, counted bytes and objects of the workspace, after the sweep. */
    async left() {
      store.now = good;
      await library.sweep();
      const { rows } = await library.db.query('select key from files union all select id from uploads');
      const objects = [];
      for await (const object of good.list(`files/${WORKSPACE}/`)) objects.push(object);
      return { rows: rows.length, bytes: await library.counted(WORKSPACE), objects: objects.length };
    },
  };
}
