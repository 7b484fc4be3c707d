import { ref } from '@rotamer/api/schemas/build.ts';
import { errors } from '@rotamer/api/schemas/error.ts';
import { file } from '@rotamer/api/schemas/file.ts';
import type { Deps } from '../../deps.ts';
import { presentFile } from '../../present/presentFile.ts';
import { callScope } from '../../request/callScope.ts';
import type { Api } from '../apiInstance.ts';
import { fileIdOf, fileParams } from './fileId.ts';

/** GET /files/{fileId}. */
export function getFile(app: Api, { files }: Deps): void {
  app.get(
    '/files/:fileId',
    {
      config: { operation: 'getFile' },
      schema: {
        summary: 'Get a file',
        tags: ['Files'],
        params: fileParams,
        response: { 200: ref(file), ...errors('not_found') },
      },
    },
    async (request, reply) => {
      const found = await files.get({ fileId: fileIdOf(request.params) }, callScope(request, reply));
      return presentFile(found);
    },
  );
}
