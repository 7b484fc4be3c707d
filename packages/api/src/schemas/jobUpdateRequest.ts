import { LABEL_KEY, LABEL_VALUE } from '@rotamer/domain/labels.ts';
import { type Static, Type } from 'typebox';
import { nullable } from './build.ts';
import { MAX_NAME } from './jobInput.ts';

/** Body of `PATCH /jobs/{jobId}`. */
export const jobUpdateRequest = Type.Object(
  {
    name: Type.Optional(Type.String({ minLength: 1, maxLength: MAX_NAME })),
    labels: Type.Optional(
      Type.Record(Type.String({ pattern: LABEL_KEY }), nullable(Type.String({ pattern: LABEL_VALUE })), {
        maxProperties: 32,
        additionalProperties: false,
        description: 'Labels to set; null removes one. Others stay. A job has at most 16',
      }),
    ),
  },
  {
    $id: 'JobUpdateRequest',
    additionalProperties: false,
    examples: [{ labels: { plate: '7', draft: null } }],
  },
);

export type JobUpdateRequestBody = Static<typeof jobUpdateRequest>;
