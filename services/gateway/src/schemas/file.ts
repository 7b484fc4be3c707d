import { MAX_FILE_BYTES } from '@rotamer/kit/limits.ts';
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
    id: Type.String({ description: 'Sorts by time of creation' }),
    object: Type.Literal('file'),
    project_id: nullable(Type.String()),
    filename: Type.String({ description: 'Safe to save under on any file system' }),
    original_name: Type.String(),
    format: Type.String({ description: 'By content first, then by extension: `FASTA`, `PDB`, `SDF`, …' }),
    mime_type: Type.String(),
    size: Type.Integer({ minimum: 0, description: 'Bytes' }),
    origin: oneOf(fileOrigins),
    storage_owner: oneOf(['FILE_LIBRARY', 'JOB_ARTIFACT'], 'Only bytes of the library count for the storage quota'),
    preview_kind: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      enum: ['text', 'structure', 'image', 'binary', null],
    }),
    job_id: nullable(Type.String({ description: 'The job that made it or was given it' })),
    job_name: nullable(Type.String()),
    job_type: nullable(Type.String({ description: 'The same as `tool`' })),
    tool: nullable(Type.String()),
    tags: Type.Array(Type.String()),
    description: nullable(Type.String()),
    collection_ids: Type.Array(Type.String()),
    collections: Type.Array(Type.Object({ id: Type.String(), name: Type.String() }, strict)),
    created_at: dateTime(),
    updated_at: nullable(dateTime()),
    content_url: Type.String({ description: 'Metadata only: there is no such route' }),
    download_url: Type.String({ description: 'Metadata only: there is no such route' }),
    input_reference: Type.Object(
      { type: Type.Literal('file'), file_id: Type.String() },
      { ...strict, description: 'The `source` of an input that uses this file' },
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
      description: `At most ${MAX_FILE_BYTES / 1024 ** 2} MiB; may stand anywhere among the parts`,
    }),
    description: Type.Optional(Type.String({ maxLength: 2_000 })),
    tags: Type.Optional(Type.String({ description: 'Separated by commas, or a JSON array of strings' })),
    collection_ids: Type.Optional(Type.String({ description: 'The same; each must exist' })),
    project_id: Type.Optional(Type.String({ description: 'Needs scope projects:write' })),
  },
  { $id: 'FileUpload', ...strict },
);
