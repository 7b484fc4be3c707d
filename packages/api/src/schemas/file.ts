import { MAX_FILE_BYTES } from '@rotamer/domain/limits.ts';
import { type Static, Type } from 'typebox';
import { dateTime, listOf, nullable, oneOf } from './build.ts';

export const fileOrigins = ['UPLOAD', 'JOB_OUTPUT', 'JOB_INPUT', 'IMPORT'] as const;

const strict = { additionalProperties: false };

const example = {
  id: 'file_01kjmma2g0e9dtsezyywpss2bm',
  object: 'file',
  project_id: null,
  filename: 'lysozyme.fasta',
  original_name: 'lysozyme.fasta',
  format: 'FASTA',
  mime_type: 'text/x-fasta',
  size: 187,
  origin: 'UPLOAD',
  storage_owner: 'FILE_LIBRARY',
  preview_kind: 'text',
  job_id: null,
  job_name: null,
  job_type: null,
  tool: null,
  tags: ['hen'],
  description: null,
  collection_ids: [],
  collections: [],
  created_at: '2026-03-01T12:00:00.000Z',
  updated_at: null,
  content_url: '/api/v1/files/file_01kjmma2g0e9dtsezyywpss2bm/content',
  download_url: '/api/v1/files/file_01kjmma2g0e9dtsezyywpss2bm/download',
  input_reference: { type: 'file', file_id: 'file_01kjmma2g0e9dtsezyywpss2bm' },
};

/** A saved file. */
export const file = Type.Object(
  {
    id: Type.String({ description: 'Ids sort by creation time' }),
    object: Type.Literal('file'),
    project_id: nullable(Type.String()),
    filename: Type.String({
      description:
        'Name that is safe on every file system. It keeps the ending; a digest stands for letters of other scripts',
    }),
    original_name: Type.String({ description: 'Name as uploaded' }),
    format: Type.String({
      description: 'Detected from the content, then from the extension: `FASTA`, `PDB`, `SDF`, …',
    }),
    mime_type: Type.String({
      description:
        'With `charset` for text that jobs read decoded, e.g. `text/x-fasta; charset=utf-16le`; `application/gzip` for a packed text',
    }),
    size: Type.Integer({ minimum: 0, description: 'Size in bytes, as uploaded' }),
    origin: oneOf(fileOrigins),
    storage_owner: oneOf(
      ['FILE_LIBRARY', 'JOB_ARTIFACT'],
      'Only `FILE_LIBRARY` counts towards the storage quota: what was uploaded. Results of jobs never count',
    ),
    preview_kind: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      enum: ['text', 'structure', 'image', 'binary', null],
    }),
    job_id: nullable(Type.String({ description: 'The job that produced the file or used it as an input' })),
    job_name: nullable(Type.String()),
    job_type: nullable(Type.String({ description: 'Same as `tool`' })),
    tool: nullable(Type.String()),
    tags: Type.Array(Type.String()),
    description: nullable(Type.String()),
    collection_ids: Type.Array(Type.String()),
    collections: Type.Array(Type.Object({ id: Type.String(), name: Type.String() }, strict)),
    created_at: dateTime(),
    updated_at: nullable(dateTime()),
    content_url: Type.String({ description: 'Informational; this route does not exist in the public API' }),
    download_url: Type.String({ description: 'Informational; this route does not exist in the public API' }),
    input_reference: Type.Object(
      { type: Type.Literal('file'), file_id: Type.String() },
      { ...strict, description: 'Use as `source` of a job input' },
    ),
  },
  { $id: 'File', ...strict, examples: [example] },
);

export type PublicFile = Static<typeof file>;

export const fileList = listOf(file, 'FileList');

export const fileDeletion = Type.Object(
  { object: Type.Literal('file_deletion'), id: Type.String(), deleted: Type.Boolean() },
  { $id: 'FileDeletion', ...strict },
);

/** The parts of an upload. */
export const fileUpload = Type.Object(
  {
    file: Type.String({
      format: 'binary',
      description: `At most ${MAX_FILE_BYTES / 1024 ** 2} MiB; the parts can be in any order`,
    }),
    description: Type.Optional(Type.String({ maxLength: 2_000 })),
    tags: Type.Optional(Type.String({ description: 'Comma-separated, or a JSON array of strings' })),
    collection_ids: Type.Optional(
      Type.String({ description: 'Comma-separated, or a JSON array of strings; each collection must exist' }),
    ),
    project_id: Type.Optional(Type.String({ description: 'Requires the scope projects:write' })),
  },
  { $id: 'FileUpload', ...strict },
);
