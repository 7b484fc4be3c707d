import { type Static, Type } from 'typebox';
import { dateTime, nullable, oneOf, ref } from './build.ts';
import { jobStatuses } from './job.ts';

const rank = nullable(Type.Integer({ minimum: 1, description: 'Where the tool ranks its output' }));

/** One artifact. */
export const jobResultFile = Type.Object(
  {
    key: Type.String({ description: 'The itemId of `GET /results/{jobId}/items/{itemId}`' }),
    name: Type.String(),
    output_port_id: Type.String(),
    order: Type.Integer({ minimum: 0, description: 'Position within its port' }),
    rank,
    source_input_ids: Type.Array(Type.String()),
    format: Type.String(),
    size: Type.Number({ description: 'Bytes' }),
    content_type: Type.String(),
    sha256: Type.String({ description: 'Hex' }),
    url: Type.String({ format: 'uri', description: 'Signed; good for 15 minutes, without a key' }),
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

/** What a job left behind. */
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
  { $id: 'JobResult', additionalProperties: false },
);

export type PublicResult = Static<typeof jobResult>;
