import { Type } from 'typebox';
import { operation } from '../../operation/operation.ts';
import { ref } from '../../schemas/build.ts';
import { file } from '../../schemas/file.ts';
import { idempotencyHeaders, replayedHeader } from '../../schemas/headers.ts';

/** An entry of a public database, and the fields of its file. */
export const fileFetchRequest = Type.Object(
  {
    source: Type.String({ maxLength: 32, description: 'The `id` of `GET /file-sources`', examples: ['pdb'] }),
    id: Type.String({
      minLength: 1,
      maxLength: 32,
      description: 'The id of the entry, in any case',
      examples: ['1UBQ'],
    }),
    description: Type.Optional(Type.String({ maxLength: 2_000, description: 'By default where it was fetched from' })),
    tags: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 49 })),
    project_id: Type.Optional(Type.String({ maxLength: 128, description: 'Requires the scope projects:write' })),
  },
  { $id: 'FileFetchRequest', additionalProperties: false },
);

/** POST /files/fetch: stores an entry of a public database in the library, once per idempotency key. */
export const fetchFile = operation({
  id: 'fetchFile',
  method: 'POST',
  path: '/files/fetch',
  access: { scope: 'files:write', role: 'member', withProject: 'projects:write', limited: 'project' },
  tag: 'Files',
  summary: 'Fetch a file from a public database',
  description:
    'The service downloads the entry, at most 50 MiB in a minute. The file is an upload of yours: it counts towards the storage quota, and jobs take it by its id. Its tag `pdb:1UBQ` and its description say where it came from.',
  headers: idempotencyHeaders('file'),
  body: ref(fileFetchRequest),
  responses: {
    201: { description: 'Stored', body: ref(file) },
    200: {
      description: 'The file of an earlier request with the same idempotency key, in its current state',
      headers: replayedHeader,
      body: ref(file),
    },
  },
  errors: ['payload_too_large', 'storage_quota_exceeded', 'not_found', 'conflict'],
  waits: ['conflict'],
  sample: {
    body: { source: 'pdb', id: '1UBQ' },
    keyed: 'fetch-1ubq',
    cli: 'files fetch pdb:1UBQ',
    typescript: `const file = await rotamer.files.fetch('pdb', '1UBQ');
console.log(file.id, file.format);`,
    python: `file = client.files.fetch("pdb", "1UBQ")
print(file["id"], file["format"])`,
  },
});
