import { Type } from 'typebox';
import { operation } from '../../operation/operation.ts';
import { oneOf, ref } from '../../schemas/build.ts';
import { fileList, fileOrigins } from '../../schemas/file.ts';
import { COLLECTION_ID } from '../../schemas/idPatterns.ts';
import { pageQuery } from '../../schemas/page.ts';

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
export const listFiles = operation({
  id: 'listFiles',
  method: 'GET',
  path: '/files',
  access: { scope: 'files:read', role: 'viewer', limited: 'project' },
  tag: 'Files',
  summary: 'List files, newest first',
  query,
  responses: { 200: { body: ref(fileList) } },
  errors: [],
  sample: {
    query: { format: 'FASTA' },
    call: 'files.list',
    cli: 'files list --format FASTA',
    shown: { as: 'file', fields: ['id', 'filename'], isList: true },
  },
});
