import multipart, { type MultipartFile } from '@fastify/multipart';
import { accepted } from '@rotamer/inspection/accepted.ts';
import { validationFault } from '@rotamer/kit/errors/fault.ts';
import { MAX_FILE_BYTES } from '@rotamer/kit/limits.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { refuseScope } from '../../access/authorise.ts';
import { operations } from '../../access/operations.ts';
import type { Deps } from '../../deps.ts';
import { presentFile } from '../../present/presentFile.ts';
import { callScope } from '../../request/callScope.ts';
import { ref } from '../../schemas/build.ts';
import { errors } from '../../schemas/error.ts';
import { file, fileUpload } from '../../schemas/file.ts';
import type { Api } from '../apiInstance.ts';
import { projectNamed } from '../projects/projectId.ts';
import { multipartOptions, noMultipart, partsOf } from './multipart.ts';
import { sendToStore, tooLarge } from './sendToStore.ts';
import { readUploadFields } from './uploadFields.ts';

/** Allowance for the rest of the form, in bytes: text parts and multipart headers. */
const FORM_BYTES = 2 * 1024 * 1024;

/** How long finishing an upload may take: files reads the stored file back. */
const FINISH_MS = 30_000;
const STEP_MS = 5_000;

/** POST /files: reserves storage, streams the file to the blob store, then finishes the upload. */
export function uploadFile(api: Api, dependencies: Deps): void {
  api.register(async (app: Api) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', (_request, _payload, done) => done(noMultipart()));
    await app.register(multipart, multipartOptions);
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
          body: ref(fileUpload),
          response: {
            201: { description: 'Stored', content: { 'application/json': { schema: ref(file) } } },
            ...errors(
              'validation_error',
              'payload_too_large',
              'unsupported_media_type',
              'storage_quota_exceeded',
              'not_found',
              'conflict',
            ),
          },
        },
      },
      async (request, reply) => {
        let free: (() => void) | undefined;
        try {
          free = dependencies.uploadSlots.take(request.credential!.keyId);
          return reply.code(201).send(presentFile(await receive(request, reply, dependencies)));
        } finally {
          free?.();
          // Discards the rest of the body, so that the client can read the response.
          request.raw.unpipe().resume();
        }
      },
    );
  });
}

/** Receives the whole form. On any error no file is left behind. */
async function receive(
  request: FastifyRequest,
  reply: FastifyReply,
  { files, projects, blobs, inspections, workspaces }: Deps,
) {
  const declaredBytes = declaredLength(request);
  const { workspaceId } = request.credential!;
  const scope = (budgetMs: number) => ({ ...callScope(request, reply), deadlineMs: Date.now() + budgetMs });
  const fields: { name: string; value: string }[] = [];
  let fileId: string | undefined;

  async function store({ filename, file }: MultipartFile) {
    const { limits } = await workspaces.recent(workspaceId, scope(STEP_MS));
    const storageLimitBytes = limits!.storageBytes;
    const upload = { originalName: filename, declaredBytes, storageLimitBytes };
    const begun = await files.beginUpload(upload, scope(STEP_MS));
    fileId = begun.fileId;
    return { fileId, ...(await sendToStore(blobs, inspections, begun, file, scope(0).signal!)) };
  }

  /** Fields sent before the file are checked before any of the file is read, and all of them after it. */
  async function readFields() {
    const read = readUploadFields(fields);
    refuseScope(operations.uploadFile.access, request.credential!, { project_id: read.projectId });
    const projectId = projectNamed(read.projectId);
    if (projectId !== undefined) await projects.checkOpen({ projectId }, scope(STEP_MS));
    return read;
  }

  try {
    let stored: Awaited<ReturnType<typeof store>> | undefined;
    for await (const part of partsOf(request)) {
      if (part.type === 'field') fields.push({ name: part.fieldname, value: String(part.value) });
      else if (part.fieldname !== 'file') throw problem(part.fieldname, 'is not a known field');
      else if (stored) throw problem('file', 'is sent more than once');
      else {
        await readFields();
        stored = await store(part);
      }
    }
    const read = await readFields();
    if (!stored) throw problem('file', 'is required');
    const { inspection, ...sent } = stored;
    const { previewKind, ...content } = accepted(inspection);
    const inspected = { ...content, previewKind: previewKind ?? undefined, units: { ...content.units } };
    return await files.finishUpload({ ...sent, ...read, inspected }, scope(FINISH_MS));
  } catch (error) {
    if (fileId) {
      // Not cancelled with the client. If this fails, files sweeps the upload within the hour.
      await files.abortUpload({ fileId }, { ...scope(STEP_MS), signal: undefined }).catch((cause: unknown) => {
        request.log.warn({ err: cause, file_id: fileId }, 'could not abort upload, leaving it to the sweep');
      });
    }
    throw error;
  }
}

const problem = (path: string, message: string) => validationFault([{ path, message }]);

/** The declared size of the request in bytes; undefined without Content-Length. */
function declaredLength({ headers }: FastifyRequest): number | undefined {
  const length = headers['content-length'];
  if (length === undefined) return undefined;
  if (Number(length) > MAX_FILE_BYTES + FORM_BYTES) throw tooLarge();
  return Number(length);
}
