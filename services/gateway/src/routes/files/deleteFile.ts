import { ref } from '@rotamer/api/schemas/build.ts';
import { bodyErrors, errors } from '@rotamer/api/schemas/error.ts';
import { fileDeletion } from '@rotamer/api/schemas/file.ts';
import type { Deps } from '../../deps.ts';
import { callScope } from '../../request/callScope.ts';
import { refuseBody } from '../../validation/refuseBody.ts';
import type { Api } from '../apiInstance.ts';
import { fileIdOf, fileParams } from './fileId.ts';

/** DELETE /files/{fileId}: also deletes the bytes of an upload; a job's artifact stays with the job. */
export function deleteFile(app: Api, { files }: Deps): void {
  app.delete(
    '/files/:fileId',
    {
      config: { operation: 'deleteFile' },
      preValidation: refuseBody,
      schema: {
        summary: 'Delete a file',
        tags: ['Files'],
        params: fileParams,
        response: { 200: ref(fileDeletion), ...errors(...bodyErrors, 'not_found') },
      },
    },
    async (request, reply) => {
      const fileId = fileIdOf(request.params);
      await files.delete({ fileId }, callScope(request, reply));
      return { object: 'file_deletion' as const, id: fileId, deleted: true };
    },
  );
}
