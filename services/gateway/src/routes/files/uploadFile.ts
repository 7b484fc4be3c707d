import { ref } from '@rotamer/api/schemas/build.ts';
import { errors, retryAfter } from '@rotamer/api/schemas/error.ts';
import { file, fileUpload } from '@rotamer/api/schemas/file.ts';
import { derivedUuid } from '@rotamer/kit/ids.ts';
import type { Deps } from '../../deps.ts';
import { presentFile } from '../../present/presentFile.ts';
import type { Api } from '../apiInstance.ts';
import { idempotencyHeaders, readIdempotencyKey } from '../idempotencyKey.ts';
import { replayedHeader } from '../requiredKey.ts';
import { noMultipart } from './multipart.ts';
import { receiveUpload } from './receiveUpload.ts';

const refusals = errors(
  'validation_error',
  'payload_too_large',
  'unsupported_media_type',
  'storage_quota_exceeded',
  'not_found',
  'conflict',
);

/** POST /files: takes a file into the library, once per idempotency key. */
export function uploadFile(api: Api, dependencies: Deps): void {
  api.register(async (app: Api) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', (_request, _payload, done) => done(noMultipart()));
    // The form is read from the request as it arrives.
    app.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null));
    app.post(
      '/files',
      {
        config: { operation: 'uploadFile' },
        // The form is validated as it arrives.
        validatorCompiler: () => () => true,
        schema: {
          summary: 'Upload a file',
          tags: ['Files'],
          consumes: ['multipart/form-data'],
          headers: idempotencyHeaders('file'),
          body: ref(fileUpload),
          response: {
            201: { description: 'Stored', content: { 'application/json': { schema: ref(file) } } },
            200: {
              description: 'The file of an earlier request with the same idempotency key, as it is now',
              headers: replayedHeader,
              content: { 'application/json': { schema: ref(file) } },
            },
            ...refusals,
            // While the first upload with the key is in progress.
            409: { ...refusals[409], headers: { ...refusals[409].headers, 'Retry-After': retryAfter } },
          },
        },
      },
      async (request, reply) => {
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
    );
  });
}
