import { validationFault } from '@rotamer/kit/errors/fault.ts';
import { isId } from '@rotamer/kit/ids.ts';
import { FileOrigin } from '@rotamer/proto/files/v1/file.ts';
import { type Static, Type } from 'typebox';
import { policy } from '../../access/policy.ts';
import type { Deps } from '../../deps.ts';
import { presentFile } from '../../present/presentFile.ts';
import { callScope } from '../../request/callScope.ts';
import { oneOf, ref } from '../../schemas/build.ts';
import { errors } from '../../schemas/error.ts';
import { fileList, fileOrigins } from '../../schemas/file.ts';
import type { Api } from '../api.ts';
import { cursorOf, readCursor } from '../cursor.ts';

/** Items of a page unless the client says how many. */
const PAGE = 20;

const query = Type.Object(
  {
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: PAGE })),
    starting_after: Type.Optional(Type.String({ description: '`next_cursor` of the page before' })),
    q: Type.Optional(
      Type.String({
        maxLength: 200,
        description: 'Part of the file name, original name, format, job name or job type',
      }),
    ),
    format: Type.Optional(Type.String({ description: 'Only files of this format, e.g. `FASTA`' })),
    origin: Type.Optional(oneOf(fileOrigins)),
    collection_id: Type.Optional(Type.String({ description: 'Only files in this collection' })),
    project_id: Type.Optional(Type.String({ description: 'Only files of this project' })),
    unassigned: Type.Optional(Type.Boolean({ description: 'Only files without a project; not with `project_id`' })),
    mine: Type.Optional(Type.Boolean({ description: 'Only files that the creator of the key uploaded' })),
  },
  { additionalProperties: false },
);

/** GET /files: newest first. */
export function listFiles(app: Api, { files }: Deps): void {
  app.get(
    '/files',
    {
      config: { access: policy.listFiles },
      schema: {
        operationId: 'listFiles',
        summary: 'Saved files of the workspace, newest first',
        tags: ['Files'],
        querystring: query,
        response: { 200: ref(fileList), ...errors('validation_error') },
      },
    },
    async (request, reply) => {
      const filter = readQuery(request.query);
      const page = namesNothing(request.query)
        ? { files: [], hasMore: false }
        : await files.list(filter, callScope(request, reply));
      const last = page.files.at(-1);
      return {
        object: 'list' as const,
        data: page.files.map(presentFile),
        has_more: page.hasMore,
        next_cursor: page.hasMore && last ? cursorOf(last.id) : null,
      };
    },
  );
}

function readQuery({ limit = PAGE, starting_after, q, origin, ...rest }: Static<typeof query>) {
  const { format, collection_id, project_id, unassigned = false, mine = false } = rest;
  if (project_id !== undefined && unassigned) {
    throw validationFault([{ path: 'unassigned', message: 'cannot be combined with project_id' }]);
  }
  for (const [path, text] of Object.entries({ q, format })) {
    if (text?.includes('\0')) throw validationFault([{ path, message: 'has a NUL character' }]);
  }
  return {
    limit,
    beforeId: readCursor('file', starting_after),
    query: q,
    format,
    origin: origin && FileOrigin[origin],
    collectionId: collection_id,
    projectId: project_id,
    unassigned,
    mine,
  };
}

/** What cannot be an id names no project and no collection, and an unknown one has no files. */
function namesNothing({ project_id, collection_id }: Static<typeof query>): boolean {
  const isNone = (prefix: 'proj' | 'col', id: string | undefined) => id !== undefined && !isId(prefix, id);
  return isNone('proj', project_id) || isNone('col', collection_id);
}
