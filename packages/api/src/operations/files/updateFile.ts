import { Type } from 'typebox';
import { operation } from '../../operation/operation.ts';
import { nullable, ref } from '../../schemas/build.ts';
import { file } from '../../schemas/file.ts';

/** The fields of a file that people choose. */
export const fileUpdateRequest = Type.Object(
  {
    name: Type.Optional(
      Type.String({ minLength: 1, maxLength: 255, description: 'The new `original_name`; `filename` follows it' }),
    ),
    description: Type.Optional(nullable(Type.String({ maxLength: 2_000, description: 'Null removes it' }))),
    tags: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 50, description: 'In place of all tags' }),
    ),
  },
  { $id: 'FileUpdateRequest', additionalProperties: false, minProperties: 1 },
);

/** PATCH /files/{fileId}: changes the fields in the body. */
export const updateFile = operation({
  id: 'updateFile',
  method: 'PATCH',
  path: '/files/{fileId}',
  access: { scope: 'files:write', role: 'member', limited: 'named' },
  tag: 'Files',
  summary: 'Change the name, description or tags of a file',
  description:
    'Bytes and format stay. Jobs that used the file keep the name that it had. Members change only their own files, admins and owners all. `POST /projects/assignments` moves a file to another project.',
  body: ref(fileUpdateRequest),
  responses: { 200: { body: ref(file) } },
  errors: ['not_found'],
  audit: { action: 'file.changed', resource: 'file', id: { param: 'fileId' } },
  sample: {
    body: { name: 'insulin.fasta' },
    call: 'files.update',
    cli: 'files update FILE_ID --name insulin.fasta',
    shown: { as: 'file', fields: ['id', 'original_name'] },
  },
});
