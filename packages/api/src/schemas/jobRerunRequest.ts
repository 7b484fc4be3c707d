import { type Static, Type } from 'typebox';
import { nullable, oneOf } from './build.ts';
import { PROJECT_ID } from './idPatterns.ts';
import { MAX_NAME } from './jobInput.ts';
import { billing, maxQuotedCredits } from './jobRequest.ts';

const strict = { additionalProperties: false };

const changes = {
  dataset_release: Type.Optional(
    oneOf(
      ['same', 'newest'],
      '`newest`: the newest release of the dataset that the job searches; default: the release that it pins',
    ),
  ),
  settings: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description: 'Values that replace settings of the job; null stands for the default of the tool; at most 64 KiB',
    }),
  ),
  billing,
};

/** Body of `POST /jobs/{jobId}/rerun/quote`. */
export const jobRerunQuoteRequest = Type.Object(changes, {
  $id: 'JobRerunQuoteRequest',
  ...strict,
  examples: [{}, { settings: { by_chain: null } }],
});

/** Body of `POST /jobs/{jobId}/rerun`. */
export const jobRerunRequest = Type.Object(
  {
    ...changes,
    name: Type.Optional(Type.String({ maxLength: MAX_NAME, description: 'Default: the name of the job' })),
    project_id: Type.Optional(
      nullable(
        Type.String({
          pattern: PROJECT_ID,
          description: 'Default: no project. A non-null value requires the scope projects:write',
        }),
      ),
    ),
    max_quoted_credits: maxQuotedCredits,
  },
  { $id: 'JobRerunRequest', ...strict, examples: [{ max_quoted_credits: 2 }] },
);

export type JobRerunRequestBody = Static<typeof jobRerunRequest>;
