import { Type } from 'typebox';

/** The query of reading a log. */
export const logQuery = {
  attempt: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1_000_000,
      description: 'By default the last one that has begun. The logs of the last 3 attempts are kept',
    }),
  ),
};
