import { listFiles as operation } from '@rotamer/api/operations/files/listFiles.ts';
import { presentPage, readPage } from '@rotamer/http/params/page.ts';
import { presentFile } from '@rotamer/present/presentFile.ts';
import { FileOrigin } from '@rotamer/proto/files/v1/file.ts';
import type { Static } from 'typebox';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';

/** GET /files: newest first. */
export const listFiles = handler(
  operation,
  ({ files }) =>
    async (request, reply) => {
      const filter = readQuery(request.query);
      const answer = await files.list(filter, callScope(request, reply));
      return presentPage(answer.files, answer.hasMore, presentFile);
    },
  { importance: 'list' },
);

function readQuery({ q, format, origin, collection_id, mine = false, ...page }: Static<typeof operation.query>) {
  return {
    ...readPage('file', page),
    query: q,
    format,
    origin: origin && FileOrigin[origin],
    collectionId: collection_id,
    mine,
  };
}
