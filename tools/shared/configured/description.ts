import { contentTypes, formatsOf } from '@rotamer/formats/formats.ts';
import type { Static } from 'typebox';
import * as Type from 'typebox';
import type { Kind } from '../../contract.ts';

const closed = { additionalProperties: false };
const MAX_LIST = 100;

const id = (description: string) =>
  Type.String({ pattern: '^[a-z][a-z0-9]*([_-][a-z0-9]+)*$', maxLength: 64, description });
const line = (maxLength = 500) => Type.String({ minLength: 1, maxLength, pattern: '^[^\\u0000-\\u001f]+$' });
const argument = Type.String({ maxLength: 1000, pattern: '^[^\\u0000]*$' });
const list = <Item extends Parameters<typeof Type.Array>[0]>(item: Item, minItems = 0) =>
  Type.Array(item, { minItems, maxItems: MAX_LIST });
const kinds = Object.keys(formatsOf) as Kind[];
const formats = [...new Set([...Object.values(formatsOf).flat(), ...Object.keys(contentTypes)])];

const slot = Type.Object(
  {
    id: id('Named by `slotId` of an input'),
    label: line(),
    description: Type.Optional(line()),
    min: Type.Optional(Type.Integer({ minimum: 0, maximum: 1000 })),
    max: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
    kinds: Type.Array(Type.Enum(kinds), { minItems: 1, maxItems: 3 }),
    formats: Type.Array(Type.Enum(formats), { minItems: 1, maxItems: 10 }),
    records: Type.Optional(
      Type.Object({ min: Type.Integer({ minimum: 0 }), max: Type.Integer({ minimum: 1, maximum: 1_000_000 }) }, closed),
    ),
    maxResidues: Type.Optional(Type.Integer({ minimum: 1 })),
    maxColumns: Type.Optional(Type.Integer({ minimum: 1 })),
    structure: Type.Optional(Type.Enum(['atoms', 'polymer', 'protein', 'backbone'])),
    stage: Type.Optional(Type.Enum(['joined', 'files'])),
  },
  closed,
);

const rows = Type.Object(
  {
    file: line(128),
    format: Type.Enum(['TSV', 'CSV', 'SPACES', 'JSON', 'JSONL']),
    columns: Type.Optional(list(line(), 1)),
    from: Type.Optional(Type.Record(Type.String(), line())),
    comment: Type.Optional(line(8)),
    input: Type.Optional(line()),
    rankBy: Type.Optional(Type.Object({ property: line(), order: Type.Enum(['ascending', 'descending']) }, closed)),
  },
  closed,
);

const schemaObject = Type.Unsafe<{ type: 'object'; properties: Record<string, object>; required?: string[] }>({
  type: 'object',
  required: ['type', 'properties'],
  properties: {
    type: { const: 'object' },
    properties: { type: 'object', additionalProperties: { type: 'object' }, maxProperties: MAX_LIST },
  },
});

const heading = Type.Object(
  {
    title: Type.Optional(line(80)),
    unit: Type.Optional(line(20)),
    digits: Type.Optional(Type.Integer({ minimum: 0, maximum: 15 })),
  },
  closed,
);

const output = Type.Object(
  {
    id: id('Named by `output_port_id` of a result'),
    label: line(),
    kind: Type.Optional(Type.Enum(kinds)),
    format: Type.Optional(Type.Enum(formats)),
    contentType: Type.Optional(Type.String({ pattern: '^[a-z]+/[a-z0-9.+-]+$', maxLength: 100 })),
    required: Type.Optional(Type.Boolean()),
    files: Type.Optional(line(128)),
    restoreIds: Type.Optional(Type.Boolean()),
    rows: Type.Optional(rows),
    schema: Type.Optional(schemaObject),
    headings: Type.Optional(Type.Record(Type.String({ maxLength: 128 }), heading, { maxProperties: MAX_LIST })),
  },
  closed,
);

const exampleInput = Type.Object(
  {
    slot: line(),
    kind: Type.Optional(Type.Enum(kinds)),
    format: Type.Optional(Type.Enum(formats)),
    label: Type.Optional(line()),
    file: Type.Optional(line()),
    content: Type.Optional(Type.String({ maxLength: 65_536 })),
  },
  closed,
);

/** What a `tool.yaml` holds (tools/README.md, "A tool by configuration"). */
export const toolDescription = Type.Object(
  {
    id: Type.String({ pattern: '^[a-z0-9]+(-[a-z0-9]+)*$', maxLength: 64 }),
    name: line(100),
    description: line(),
    category: line(64),
    subcategory: Type.Optional(line(64)),
    tags: list(line(64)),
    version: Type.String({ pattern: '^\\d{1,4}\\.\\d{1,4}\\.\\d{1,4}$' }),
    license: line(200),
    citation: Type.Object({ text: line(), doi: Type.Optional(line()), url: Type.Optional(line()) }, closed),
    image: Type.Optional(Type.String({ pattern: '^[a-z0-9][a-z0-9._:/@-]*$', maxLength: 255 })),
    deterministic: Type.Optional(Type.Boolean()),
    needs: list(
      Type.Object(
        {
          command: Type.String({ pattern: '^/?[A-Za-z0-9][A-Za-z0-9._+/-]*$', maxLength: 128 }),
          probe: list(argument),
          answer: line(),
          debian: Type.Optional(Type.String({ pattern: '^[a-z0-9][a-z0-9.+-]+$', maxLength: 128 })),
        },
        closed,
      ),
      1,
    ),
    slots: Type.Array(slot, { minItems: 1, maxItems: 20 }),
    settings: Type.Optional(Type.Record(Type.String(), Type.Unsafe<SettingSchema>({ type: 'object' }))),
    limits: Type.Object(
      {
        wallSeconds: Type.Integer({ minimum: 1, maximum: 604_800 }),
        memoryMiB: Type.Integer({ minimum: 128, maximum: 1_048_576 }),
        cpuCores: Type.Integer({ minimum: 1, maximum: 256 }),
        outputMiB: Type.Integer({ minimum: 1, maximum: 102_400 }),
      },
      closed,
    ),
    credit: Type.Object(
      {
        mode: Type.Enum(['free', 'fixed', 'metered_runtime']),
        base: Type.Optional(Type.Number({ minimum: 0 })),
        perUnit: Type.Optional(Type.Number({ minimum: 0 })),
        unit: Type.Optional(line(64)),
        unitsOf: Type.Optional(list(line(), 1)),
        ratePerMinute: Type.Optional(Type.Number({ exclusiveMinimum: 0 })),
        estimate: Type.Optional(
          Type.Object({ minutes: Type.Number({ minimum: 0 }), minutesPerRecord: Type.Number({ minimum: 0 }) }, closed),
        ),
      },
      closed,
    ),
    run: Type.Object(
      {
        command: list(
          Type.Union([
            argument,
            Type.Object({ flag: argument, value: argument }, closed),
            Type.Object(
              {
                when: line(),
                is: Type.Optional(Type.Union([Type.String(), Type.Number(), Type.Boolean()])),
                arguments: list(argument, 1),
              },
              closed,
            ),
          ]),
          1,
        ),
        each: Type.Optional(line()),
        stdout: Type.Optional(line(128)),
        exitCodes: Type.Optional(Type.Array(Type.Integer({ minimum: 0, maximum: 255 }), { minItems: 1, maxItems: 10 })),
        log: Type.Optional(
          Type.Array(Type.Enum(['stdout', 'stderr']), { minItems: 1, maxItems: 2, uniqueItems: true }),
        ),
        progress: Type.Optional(Type.Object({ stream: Type.Enum(['stdout', 'stderr']), prefix: line(100) }, closed)),
      },
      closed,
    ),
    outputs: Type.Array(output, { minItems: 1, maxItems: 20 }),
    example: Type.Optional(
      Type.Object(
        { inputs: list(exampleInput, 1), settings: Type.Optional(Type.Record(Type.String(), Type.Unknown())) },
        closed,
      ),
    ),
  },
  closed,
);

/** The JSON Schema of one setting. */
export interface SettingSchema {
  type?: 'string' | 'number' | 'integer' | 'boolean' | 'array';
  default?: unknown;
  enum?: unknown[];
  items?: SettingSchema;
  maxItems?: number;
}

export type ToolDescription = Static<typeof toolDescription>;
export type SlotDescription = Static<typeof slot>;
export type OutputDescription = Static<typeof output>;
