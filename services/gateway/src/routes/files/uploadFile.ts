import { uploadFile as operation } from '@rotamer/api/operations/files/uploadFile.ts';
import { readIdempotencyKey } from '@rotamer/http/route/idempotencyKey.ts';
import { noMultipart } from '@rotamer/kit/http/multipart.ts';
import { derivedUuid } from '@rotamer/kit/ids.ts';
import { presentFile } from '@rotamer/present/presentFile.ts';
import type { FastifyInstance } from 'fastify';
import { handler } from '../handler.ts';
import { receiveUpload } from './receiveUpload.ts';

/** POST /files: stores a file in the library, once per idempotency key. */
export const uploadFile = handler(
  operation,
  (dependencies) => async (request, reply) => {
    let free: (() => void) | undefined;
    try {
      const credential = request.credential!;
      const key = readIdempotencyKey(request.headers);
      const submissionId = key === undefined ? undefined : derivedUuid(credential.workspaceId, 'upload', key);
      free = dependencies.uploadSlots.take(credential);
      const received = await receiveUpload(request, reply, dependencies, submissionId);
      if (received.replayed) reply.header('idempotent-replayed', 'true');
      return reply.code(received.replayed ? 200 : 201).send(presentFile(received.file));
    } finally {
      free?.();
      // Discards the rest of the body, so that the client can read the response.
      request.raw.unpipe().resume();
    }
  },
  {
    prepare: acceptForms,
    // The form is validated as it arrives.
    validatorCompiler: () => () => true,
  },
);

function acceptForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(noMultipart()));
  // The form is read from the request as it arrives.
  app.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null));
}
