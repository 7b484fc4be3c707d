import { type Static, Type } from 'typebox';
import { oneOf, ref } from './build.ts';

/** The largest integer in the wire formats. */
const MAX_INT32 = 2_147_483_647;

/** More items than any tool accepts. Without a limit, a body of 512 KiB could contain 170,000 empty items. */
const MAX_INPUTS = 1_000;

/** Maximum length of ids and enum-like strings. It is the limit of the columns that store them; result rows repeat them. */
export const MAX_ID = 128;

/** Maximum length of names and labels. Longer ones would make list pages megabytes long. */
export const MAX_NAME = 500;

const word = { maxLength: MAX_ID };
const name = { maxLength: MAX_NAME };

const strict = { additionalProperties: false };

const textSource = Type.Object(
  { type: Type.Literal('text') },
  { ...strict, description: 'Text that was typed or pasted' },
);

const fileSource = Type.Object(
  {
    type: Type.Literal('file'),
    fileName: Type.Optional(Type.String(name)),
    fileNames: Type.Optional(Type.Array(Type.String(name), { maxItems: 100 })),
    fileMimeType: Type.Optional(Type.String(word)),
    file_id: Type.Optional(Type.String({ minLength: 1, ...word, description: 'A saved file of the workspace' })),
    fileId: Type.Optional(Type.String({ minLength: 1, ...word, description: 'Alias of `file_id`' })),
  },
  { ...strict, description: 'A file; requires `file_id` when the input has no `content`' },
);

const externalSource = Type.Object(
  {
    type: Type.Literal('external'),
    externalSource: oneOf(['rcsb', 'pubchem', 'uniprot']),
    externalId: Type.String(word),
  },
  { ...strict, description: 'An entry of a public database; send its content inline' },
);

/** Where an input came from. */
export const inputSource = Type.Unsafe<
  Static<typeof textSource> | Static<typeof fileSource> | Static<typeof externalSource>
>({
  $id: 'InputSource',
  type: 'object',
  required: ['type'],
  discriminator: { propertyName: 'type' },
  oneOf: [textSource, fileSource, externalSource],
});

const savedFile = {
  type: 'object',
  required: ['source'],
  properties: {
    source: {
      type: 'object',
      required: ['type'],
      properties: { type: { const: 'file' } },
      anyOf: [{ required: ['file_id'] }, { required: ['fileId'] }],
    },
  },
};

/** One input item. */
export const submittedInput = Type.Object(
  {
    id: Type.String({ ...word, examples: ['lysozyme'] }),
    slotId: Type.String({
      ...word,
      description: 'Input slot of the tool: `input.slots[].id` of `GET /tools/{toolId}`',
    }),
    kind: Type.String({ ...word, examples: ['protein'] }),
    format: Type.String({ ...word, examples: ['FASTA'] }),
    source: ref(inputSource),
    content: Type.Optional(Type.String({ description: 'Required unless `source` refers to a saved file' })),
    contentEncoding: Type.Optional(oneOf(['utf8', 'base64'], 'Encoding of `content`; default utf8')),
    label: Type.Optional(Type.String(name)),
    copies: Type.Optional(Type.Integer({ minimum: 1, maximum: 10 })),
    cyclic: Type.Optional(Type.Boolean()),
    modifications: Type.Optional(
      Type.Array(
        Type.Object(
          {
            position: Type.Integer({ minimum: 1, maximum: MAX_INT32, description: '1-based residue position' }),
            ccd: Type.String({ minLength: 1, maxLength: 8, description: 'Code of the Chemical Component Dictionary' }),
          },
          strict,
        ),
        { maxItems: 1_000 },
      ),
    ),
    msa: Type.Optional(
      Type.Object(
        {
          content: Type.String(),
          fileName: Type.Optional(Type.String(name)),
          format: Type.Optional(Type.String(word)),
        },
        strict,
      ),
    ),
    chainId: Type.Optional(Type.String(word)),
    metadata: Type.Optional(Type.Record(Type.String(), Type.Unknown(), { description: 'Free-form, at most 16 KiB' })),
  },
  { $id: 'SubmittedInput', ...strict, if: savedFile, else: { required: ['content'] } },
);

export type SubmittedInputBody = Static<typeof submittedInput>;

/** All inputs of a job. */
export const jobInput = Type.Object(
  { inputs: Type.Array(ref(submittedInput), { maxItems: MAX_INPUTS }) },
  { $id: 'JobInput', ...strict },
);
