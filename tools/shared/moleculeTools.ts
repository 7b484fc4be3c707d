import * as Type from 'typebox';
import type { OutputPort } from '../contract.ts';
import { contentTypes } from './vocabulary.ts';

/** What every tool over a list of molecules says about the rows it could not use. */
export const onError = Type.Enum(['skip', 'fail'], {
  default: 'skip',
  description: 'A molecule that cannot be used is listed as rejected (skip) or fails the job (fail)',
});

export const rejectedPort = {
  id: 'rejected',
  label: 'Rejected molecules',
  type: 'items',
  kind: 'table',
  format: 'JSON',
  contentType: contentTypes.JSON,
  required: false,
  schema: Type.Object(
    {
      line: Type.Integer({ minimum: 1, description: 'Line of the input where the molecule starts' }),
      name: Type.String(),
      reason: Type.String(),
    },
    { additionalProperties: false },
  ),
} satisfies OutputPort;
