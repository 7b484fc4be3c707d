import { oneOf, ref } from '@rotamer/api/schemas/build.ts';
import { errors } from '@rotamer/api/schemas/error.ts';
import { fileList, fileOrigins } from '@rotamer/api/schemas/file.ts';
import { COLLECTION_ID } from '@rotamer/api/schemas/idPatterns.ts';
import { FileOrigin } from '@rotamer/proto/files/v1/file.ts';
import { type Static, Type } from 'typebox';
import type { Deps } from '../../deps.ts';
import { presentFile } from '../../present/presentFile.ts';
import { callScope } from '../../request/callScope.ts';
import type { Api } from '../apiInstance.ts';
import { pageQuery, presentPage, readPage } from '../page.ts';

const query = Type.Object(
  {
    ...pageQuery('files'),
    q: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'Search text: part of the filename, original name, format, job name or job type, in any case',
      }),
    ),
    format: Type.Optional(
      Type.String({ minLength: 1, maxLength: 100, description: 'Only files of this format, e.g. `FASTA`' }),
    ),
    origin: Type.Optional(oneOf(fileOrigins)),
    collection_id: Type.Optional(Type.String({ pattern: COLLECTION_ID, description: 'Only files in this collection' })),
    mine: Type.Optional(Type.Boolean({ description: 'Only files uploaded by the user who created the API key' })),
  },
  { additionalProperties: false },
);

/** GET /files: newest first. */
export function listFiles(app: Api, { files }: Deps): void {
  app.get(
    '/files',
    {
      config: { operation: 'listFiles', importance: 'list' },
      schema: {
        summary: 'List files, newest first',
        tags: ['Files'],
        querystring: query,
        response: { 200: ref(fileList), ...errors('validation_error') },
      },
    },
    async (request, reply) => {
      const filter = readQuery(request.query);
      const answer = await files.list(filter, callScope(request, reply));
      return presentPage(answer.files, answer.hasMore, presentFile);
    },
  );
}

function readQuery({ q, format, origin, collection_id, mine = false, ...page }: Static<typeof query>) {
  return {
    ...readPage('file', page),
    query: q,
    format,
    origin: origin && FileOrigin[origin],
    collectionId: collection_id,
    mine,
  };
}
