import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Blobs } from '../blobs/blobs.ts';

/**
 * What a job left behind: written once by the harness, then immutable. Lives at the key that the attempt's report names,
 * together with the SHA-256 of these bytes.
 */
export const resultManifest = Type.Object(
  {
    version: Type.Literal('result-manifest-v2'),
    job_id: Type.String(),
    tool: Type.String(),
    tool_version: Type.String(),
    attempt: Type.Integer({ minimum: 1 }),
    /** Artifacts, in the order in which the tool made them. */
    files: Type.Array(
      Type.Object(
        {
          /** `itm_…`, the item id of the public API. */
          id: Type.String(),
          /** Key in the blob store. */
          key: Type.String(),
          name: Type.String(),
          output_port_id: Type.String(),
          /** Position within its port, from 0. */
          order: Type.Integer({ minimum: 0 }),
          rank: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()]),
          source_input_ids: Type.Array(Type.String()),
          format: Type.String(),
          content_type: Type.String(),
          /** Bytes. */
          size: Type.Integer({ minimum: 0 }),
          /** Hex. */
          sha256: Type.String(),
        },
        { additionalProperties: false },
      ),
    ),
    /** Structured rows. */
    items: Type.Array(
      Type.Object(
        {
          id: Type.String(),
          output_port_id: Type.String(),
          order: Type.Integer({ minimum: 0 }),
          rank: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()]),
          /** The file that a row describes, if any. */
          file_name: Type.Union([Type.String(), Type.Null()]),
          source_input_ids: Type.Array(Type.String()),
          format: Type.String(),
          value: Type.Unknown(),
        },
        { additionalProperties: false },
      ),
    ),
    /** The inputs that travelled inline, as they were written beside the artifacts. Saved files are not among them. */
    inputs: Type.Array(
      Type.Object(
        {
          id: Type.String(),
          slot_id: Type.String(),
          kind: Type.String(),
          format: Type.String(),
          /** Absent in manifests from before there was a file library. */
          source: Type.Optional(Type.Enum(['text', 'file', 'external'])),
          /** What its sender called it. */
          file_name: Type.Optional(Type.Union([Type.String(), Type.Null()])),
          key: Type.String(),
          size: Type.Integer({ minimum: 0 }),
          sha256: Type.String(),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
);

export type ResultManifest = Static<typeof resultManifest>;

/** Where everything of a job lives; ends with `/`. */
export function jobPrefix(workspaceId: string, jobId: string): string {
  return `artifacts/${workspaceId}/${jobId}/`;
}

/** Where everything of one attempt lives; ends with `/`. */
export function attemptPrefix(workspaceId: string, jobId: string, attempt: number): string {
  return `${jobPrefix(workspaceId, jobId)}${attempt}/`;
}

/** Where the inline inputs of a job live; ends with `/`. */
export function inputsPrefix(workspaceId: string, jobId: string): string {
  return `${jobPrefix(workspaceId, jobId)}inputs/`;
}

/** The bytes of a manifest and their digest. */
export function encodeManifest(manifest: ResultManifest): { bytes: Buffer; sha256: string } {
  const bytes = Buffer.from(JSON.stringify(manifest));
  return { bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
}

/** A manifest that is not there, or not as it was reported: no later try will read it. */
export class DamagedManifest extends Error {
  override name = 'DamagedManifest';
}

/**
 * Reads a manifest and holds it against its digest.
 *
 * @throws DamagedManifest, or what the store says when it does not answer.
 */
export async function readManifest(
  blobs: Pick<Blobs, 'get'>,
  { key, sha256 }: { key: string; sha256: string },
): Promise<ResultManifest> {
  const blob = await blobs.get(key);
  if (!blob) throw new DamagedManifest(`no manifest at ${key}`);
  const bytes = await buffer(blob.body);
  if (createHash('sha256').update(bytes).digest('hex') !== sha256) {
    throw new DamagedManifest(`altered manifest at ${key}`);
  }
  return Value.Parse(resultManifest, JSON.parse(bytes.toString()));
}
