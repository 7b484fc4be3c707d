import { fetchFile as operation } from '@rotamer/api/operations/files/fetchFile.ts';
import { readIdempotencyKey } from '@rotamer/http/route/idempotencyKey.ts';
import { Fault, validationFault } from '@rotamer/kit/errors/fault.ts';
import { derivedUuid } from '@rotamer/kit/ids.ts';
import { presentFile } from '@rotamer/present/presentFile.ts';
import { callScope } from '../../request/callScope.ts';
import type { FileSource } from '../../sources/fileSources.ts';
import { handler } from '../handler.ts';
import { storeEntry } from './storeEntry.ts';

/** How long an entry may take to arrive, in milliseconds. */
const TOTAL_MS = 60_000;

/** POST /files/fetch: stores an entry of a public database in the library, once per idempotency key. */
export const fetchFile = handler(operation, (dependencies) => async (request, reply) => {
  const { fileSources, openEntry, projects, uploadSlots } = dependencies;
  const credential = request.credential!;
  const { source: sourceId, id, description, tags = [], project_id: projectId } = request.body;
  const source = fileSources.get(sourceId);
  if (!source) throw unknownSource(sourceId, fileSources);
  const entry = source.entry(id);
  if (!entry)
    throw validationFault([{ path: 'id', message: `is not an id of ${source.name}, such as ${source.example}` }]);
  const key = readIdempotencyKey(request.headers);
  const submissionId = key === undefined ? undefined : derivedUuid(credential.workspaceId, 'upload', key);
  const free = uploadSlots.take(credential);
  try {
    const scope = callScope(request, reply);
    if (projectId !== undefined) await projects.checkOpen({ projectId }, scope);
    const limit = AbortSignal.timeout(TOTAL_MS);
    const signal = scope.signal ? AbortSignal.any([scope.signal, limit]) : limit;
    const bytes = await openEntry(entry.url, signal);
    if (!bytes) throw new Fault('not_found', `${source.name} has no entry ${id}.`, { resolution: 'Check the id.' });
    const { file, replayed } = await storeEntry(request, reply, dependencies, {
      bytes,
      originalName: entry.filename,
      submissionId,
      description: description ?? `Fetched from ${entry.url}`,
      tags: [...tags, `${sourceId}:${id.trim().toUpperCase()}`],
      projectId,
    });
    if (replayed) reply.header('idempotent-replayed', 'true');
    return reply.code(replayed ? 200 : 201).send(presentFile(file));
  } finally {
    free();
  }
});

function unknownSource(sourceId: string, sources: ReadonlyMap<string, FileSource>): Fault {
  const ids = [...sources.keys()].join(', ');
  const message = ids ? `must be one of ${ids}` : 'is not offered: this installation fetches nothing';
  return validationFault([{ path: 'source', message: sourceId ? message : 'is required' }]);
}
