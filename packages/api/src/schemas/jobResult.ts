import { type Static, Type } from 'typebox';
import { dateTime, nullable, oneOf, ref } from './build.ts';
import { jobStatuses } from './job.ts';

const rank = nullable(Type.Integer({ minimum: 1, description: 'Rank, when the tool ranks its output' }));

/** One artifact. */
export const jobResultFile = Type.Object(
  {
    key: Type.String({ description: 'The `itemId` for `GET /results/{jobId}/items/{itemId}`' }),
    name: Type.String(),
    output_port_id: Type.String(),
    order: Type.Integer({ minimum: 0, description: 'Position within its output port' }),
    rank,
    source_input_ids: Type.Array(Type.String()),
    format: Type.String(),
    size: Type.Number({ description: 'Size in bytes' }),
    content_type: Type.String(),
    sha256: Type.String({ description: 'Hex-encoded SHA-256' }),
    url: Type.String({ format: 'uri', description: 'Signed download URL, valid for 15 minutes; needs no API key' }),
  },
  { $id: 'JobResultFile', additionalProperties: true },
);

/** One structured row. */
export const jobResultStructuredItem = Type.Object(
  {
    id: Type.String(),
    output_port_id: Type.String(),
    order: Type.Integer({ minimum: 0 }),
    rank,
    file_name: nullable(Type.String({ description: 'The file that the row describes' })),
    source_input_ids: Type.Array(Type.String()),
    format: Type.String(),
    value: Type.Unknown(),
  },
  { $id: 'JobResultStructuredItem', additionalProperties: false },
);

/** The result of a job. */
export const jobResult = Type.Object(
  {
    object: Type.Literal('job_result'),
    job_id: Type.String(),
    tool: Type.String(),
    status: oneOf(jobStatuses),
    completed_at: nullable(dateTime()),
    data_source: Type.Literal('result-manifest-v2'),
    files: Type.Array(ref(jobResultFile)),
    results: Type.Array(ref(jobResultStructuredItem)),
  },
  {
    $id: 'JobResult',
    additionalProperties: false,
    examples: [
      {
        object: 'job_result',
        job_id: 'job_01kjmma2g0e9dtsezyywpss2bm',
        tool: 'protein-properties',
        status: 'COMPLETED',
        completed_at: '2026-03-01T12:00:01.020Z',
        data_source: 'result-manifest-v2',
        files: [
          {
            key: 'itm_01kjmmabcde9dtsezyywpss2bm',
            name: 'properties.tsv',
            output_port_id: 'properties_table',
            order: 0,
            rank: null,
            source_input_ids: ['lysozyme'],
            format: 'TSV',
            size: 325,
            content_type: 'text/tab-separated-values',
            sha256: '595f5bbf3a65259305c9e087e82cce61e749a07153cb382f5321ccde1d027564',
            url: 'https://rotamer.example/blobs/artifacts/properties.tsv?exp=1772366400&sig=x',
          },
        ],
        results: [
          {
            id: 'itm_01kjmmabcee9dtsezyywpss2bm',
            output_port_id: 'properties',
            order: 0,
            rank: null,
            file_name: null,
            source_input_ids: ['lysozyme'],
            format: 'JSON',
            value: { id: 'lysozyme', length: 129, molecular_weight: 14313.1 },
          },
        ],
      },
    ],
  },
);

export type PublicResult = Static<typeof jobResult>;
