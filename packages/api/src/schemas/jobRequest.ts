import { type Static, Type } from 'typebox';
import { nullable, ref } from './build.ts';
import { PROJECT_ID } from './idPatterns.ts';
import { jobInput, MAX_ID, MAX_NAME } from './jobInput.ts';

const strict = { additionalProperties: false };

const settings = Type.Optional(
  Type.Record(Type.String(), Type.Unknown(), {
    description: 'Must match `settings` of `GET /tools/{toolId}`; at most 64 KiB',
  }),
);

/** The cap on what a metered job may cost. */
export const billing = Type.Optional(
  Type.Object(
    {
      max_reserved_credits: Type.Optional(
        Type.Integer({ minimum: 1, description: 'Cap on the total reservation of a metered job' }),
      ),
      maxReservedCredits: Type.Optional(Type.Integer({ minimum: 1, description: 'Alias of `max_reserved_credits`' })),
    },
    strict,
  ),
);

/** The cap on the price of a submission. */
export const maxQuotedCredits = Type.Optional(
  Type.Integer({
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'Cap on the fixed charge, or on the first reservation of a metered job',
  }),
);

const lysozyme = {
  tool: 'protein-properties',
  input: {
    inputs: [
      {
        id: 'lysozyme',
        slotId: 'sequences',
        kind: 'protein',
        format: 'FASTA',
        source: { type: 'text' },
        content: '>lysozyme\nKVFGRCELAAAMKRHGLDNYRGYSLGNWVCAAKFESNFNTQATNRNTDGSTDYGILQINS',
      },
    ],
  },
};

/** Body of `POST /jobs`. */
export const jobRequest = Type.Object(
  {
    tool: Type.String({ maxLength: MAX_ID }),
    name: Type.String({ maxLength: MAX_NAME }),
    input: ref(jobInput),
    settings,
    project_id: Type.Optional(
      nullable(Type.String({ pattern: PROJECT_ID, description: 'A non-null value requires the scope projects:write' })),
    ),
    max_quoted_credits: maxQuotedCredits,
    billing,
  },
  { $id: 'JobRequest', ...strict, examples: [{ name: 'Hen egg white lysozyme', ...lysozyme, max_quoted_credits: 2 }] },
);

export type JobRequestBody = Static<typeof jobRequest>;

/** Body of `POST /jobs/quote`. */
export const jobQuoteRequest = Type.Object(
  { tool: Type.String({ maxLength: MAX_ID }), input: ref(jobInput), settings, billing },
  { $id: 'JobQuoteRequest', ...strict, examples: [lysozyme] },
);

export type JobQuoteRequestBody = Static<typeof jobQuoteRequest>;
