import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Blobs } from '@rotamer/kit/blobs/blobs.ts';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { readManifestText, writeManifestText } from './manifestText.ts';
import { PIECE_BYTES, PieceTooLarge } from './pieces.ts';

/** Bytes of the largest manifest. */
export const MAX_MANIFEST_BYTES = 4 * 1024 * 1024;

/** Limits of the structured items in the manifest itself: their number and their bytes together. Longer tables are separate files. */
export const MAX_INLINE_ITEMS = 1_000;
export const MAX_INLINE_BYTES = 1024 * 1024;

/** Limits of the inputs of one output: their number, and the characters of an input id. */
export const MAX_SOURCE_IDS = 100;
export const MAX_INPUT_ID = 128;

const inputId = Type.String({ maxLength: MAX_INPUT_ID });
const sourceInputIds = Type.Array(inputId, { maxItems: MAX_SOURCE_IDS });
const word = Type.String({ maxLength: 200 });
const blobKey = Type.String({ maxLength: 500 });

/** One structured row, in a manifest or as a line of a table. */
export const resultItem = Type.Object(
  {
    id: word,
    output_port_id: word,
    order: Type.Integer({ minimum: 0 }),
    rank: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()]),
    /** The file that a row describes, if any. */
    file_name: Type.Union([word, Type.Null()]),
    source_input_ids: sourceInputIds,
    format: word,
    value: Type.Unknown(),
  },
  { additionalProperties: false },
);

export type ResultItem = Static<typeof resultItem>;

/** A block of consecutive rows in the file of a table. */
const rowBlock = Type.Object(
  {
    rows: Type.Integer({ minimum: 1 }),
    bytes: Type.Integer({ minimum: 1, maximum: PIECE_BYTES }),
    /** The id of the first row of the block; ids ascend within a table. */
    first_id: word,
    /** SHA-256 of the bytes of the block, in hex. */
    sha256: Type.String({ maxLength: 64 }),
  },
  { additionalProperties: false },
);

export type RowBlock = Static<typeof rowBlock>;

/** The structured items of one port in a JSONL file, one per line, and an index of their positions. */
const resultTable = Type.Object(
  {
    output_port_id: word,
    /** The id of one of the manifest's files. */
    file_id: word,
    /** Blocks cover the file from its first byte to its last. */
    blocks: Type.Array(rowBlock, { maxItems: 2_000 }),
  },
  { additionalProperties: false },
);

export type ResultTable = Static<typeof resultTable>;

/**
 * The results of a job: written once by the runner, then immutable. The report of the attempt has the key of the manifest
 * in the blob store, and the SHA-256 of its bytes.
 */
export const resultManifest = Type.Object(
  {
    version: Type.Literal('result-manifest-v2'),
    job_id: Type.String(),
    tool: Type.String(),
    tool_version: Type.String(),
    attempt: Type.Integer({ minimum: 1 }),
    /** The release of a dataset that was searched, and the digest of its data. */
    dataset: Type.Optional(
      Type.Object({ id: word, release: word, sha256: Type.String({ maxLength: 64 }) }, { additionalProperties: false }),
    ),
    /** Artifacts, in the order in which the tool wrote them. */
    files: Type.Array(
      Type.Object(
        {
          /** `itm_…`, the item id of the public API. */
          id: word,
          /** Key in the blob store. */
          key: blobKey,
          name: word,
          output_port_id: word,
          /** Position within its port, from 0. */
          order: Type.Integer({ minimum: 0 }),
          rank: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()]),
          source_input_ids: sourceInputIds,
          format: word,
          content_type: word,
          /** Bytes. */
          size: Type.Integer({ minimum: 0 }),
          /** Hex. */
          sha256: Type.String({ maxLength: 64 }),
        },
        { additionalProperties: false },
      ),
    ),
    /** Structured rows; empty when they are in tables. */
    items: Type.Array(resultItem),
    /** Sorted by the ids of their first rows. */
    tables: Type.Optional(Type.Array(resultTable, { maxItems: 16 })),
    /** The inline inputs, stored next to the artifacts. Saved files are not included. */
    inputs: Type.Array(
      Type.Object(
        {
          id: inputId,
          slot_id: word,
          kind: word,
          format: word,
          /** Absent in manifests that were written before the file library existed. */
          source: Type.Optional(Type.Enum(['text', 'file', 'external'])),
          /** The file name given by the user. */
          file_name: Type.Optional(Type.Union([Type.String({ maxLength: 500 }), Type.Null()])),
          key: blobKey,
          size: Type.Integer({ minimum: 0 }),
          sha256: Type.String({ maxLength: 64 }),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
);

export type ResultManifest = Static<typeof resultManifest>;

/** Returns the prefix of all blobs of a job; it ends with `/`. */
export function jobPrefix(workspaceId: string, jobId: string): string {
  return `artifacts/${workspaceId}/${jobId}/`;
}

/** Returns the workspace that a blob of a job belongs to. */
export function ownerOf(key: string): string {
  const [, workspaceId = ''] = key.split('/', 2);
  return workspaceId;
}

/** Returns the prefix of all blobs of one attempt; it ends with `/`. */
export function attemptPrefix(workspaceId: string, jobId: string, attempt: number): string {
  return `${jobPrefix(workspaceId, jobId)}${attempt}/`;
}

/** Returns the prefix of the inline inputs of a job; it ends with `/`. */
export function inputsPrefix(workspaceId: string, jobId: string): string {
  return `${jobPrefix(workspaceId, jobId)}inputs/`;
}

/** Returns the key of the manifest of one attempt. */
export function manifestKey(workspaceId: string, jobId: string, attempt: number): string {
  return `${attemptPrefix(workspaceId, jobId, attempt)}manifest.json`;
}

/** Returns the bytes of a manifest and their digest. */
export async function encodeManifest(manifest: ResultManifest): Promise<{ bytes: Buffer; sha256: string }> {
  const bytes = await writeManifestText(manifest);
  return { bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
}

/** Thrown when a manifest is missing or differs from the report: no retry will succeed. */
export class DamagedManifest extends Error {
  override name = 'DamagedManifest';
}

const validManifest = Compile(resultManifest);

/**
 * Reads a manifest and verifies its size and digest. A manifest that is larger than allowed is not loaded. A runner wrote
 * the manifest, so it is not trusted: the files it lists must be of the same attempt, and the inputs of the same job.
 *
 * @throws DamagedManifest, or the store's error when it is unavailable.
 */
export async function readManifest(
  blobs: Pick<Blobs, 'get'>,
  { key, sha256, size }: { key: string; sha256: string; size: number },
): Promise<ResultManifest> {
  if (size > MAX_MANIFEST_BYTES) throw new DamagedManifest(`a manifest of ${size} bytes at ${key}`);
  const blob = await blobs.get(key);
  if (!blob) throw new DamagedManifest(`no manifest at ${key}`);
  if (blob.size !== size) {
    blob.body.destroy();
    throw new DamagedManifest(`altered manifest at ${key}`);
  }
  const bytes = await buffer(blob.body);
  if (createHash('sha256').update(bytes).digest('hex') !== sha256) {
    throw new DamagedManifest(`altered manifest at ${key}`);
  }
  const manifest = await readManifestText(bytes).catch((error) => {
    if (!(error instanceof SyntaxError || error instanceof PieceTooLarge)) throw error;
    throw new DamagedManifest(`broken manifest at ${key}`, { cause: error });
  });
  if (!validManifest.Check(manifest)) throw new DamagedManifest(`invalid manifest at ${key}`);
  const foreign = findForeignKey(manifest, key);
  if (foreign !== undefined) throw new DamagedManifest(`the manifest at ${key} lists ${foreign.slice(0, 200)}`);
  return manifest;
}

/** Returns a key that belongs neither to the manifest's attempt nor to the inputs of its job, if there is one. */
function findForeignKey({ job_id, attempt, files, inputs }: ResultManifest, key: string): string | undefined {
  const ofAttempt = key.slice(0, key.lastIndexOf('/') + 1);
  const ofJob = ofAttempt.slice(0, -`${attempt}/`.length);
  if (ofAttempt !== `${ofJob}${attempt}/` || !ofJob.endsWith(`/${job_id}/`)) return `job ${job_id}, attempt ${attempt}`;
  const isOutside = (prefix: string) => (blob: { key: string }) =>
    !blob.key.startsWith(prefix) || /\/\.{0,2}(\/|$)/.test(blob.key);
  return (files.find(isOutside(ofAttempt)) ?? inputs.find(isOutside(`${ofJob}inputs/`)))?.key;
}
