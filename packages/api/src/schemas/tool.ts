import { type Static, Type } from 'typebox';
import { listOf, nullable, oneOf, ref } from './build.ts';
import { jobRequest } from './jobRequest.ts';

const open = { additionalProperties: true };
const strict = { additionalProperties: false };

/** A tool in a list. */
export const toolSummary = Type.Object(
  {
    id: Type.String({ examples: ['protein-properties'] }),
    object: Type.Literal('tool'),
    name: Type.String(),
    description: Type.String(),
    category: Type.String(),
    tags: Type.Array(Type.String()),
    credit_model: Type.Object({ is_free: Type.Boolean() }, strict),
  },
  { $id: 'ToolSummary', ...strict },
);

export type PublicToolSummary = Static<typeof toolSummary>;

export const toolList = listOf(toolSummary, 'ToolList');

/** A named slot for inputs. */
export const toolInputSlot = Type.Object(
  {
    id: Type.String({ description: 'The `slotId` of an input' }),
    label: Type.String(),
    description: Type.Optional(Type.String()),
    min: Type.Optional(Type.Integer({ description: 'Minimum number of items in this slot' })),
    max: Type.Optional(Type.Integer({ description: 'Maximum number of items in this slot' })),
    acceptedKinds: Type.Optional(Type.Array(Type.String())),
    acceptedFormats: Type.Optional(Type.Array(Type.String())),
    defaultKind: Type.Optional(Type.String()),
    capabilities: Type.Record(Type.String(), Type.Unknown()),
  },
  { $id: 'ToolInputSlot', ...open },
);

const column = {
  name: Type.String({ description: 'Name of the field in `value` of each item' }),
  title: Type.String({ description: 'Heading, without the unit' }),
  type: oneOf(
    ['string', 'integer', 'number', 'boolean', 'array', 'object', 'any'],
    'JSON type of the values other than null',
  ),
  description: Type.Optional(Type.String()),
  unit: Type.Optional(Type.String({ examples: ['kcal/mol'] })),
  digits: Type.Optional(
    Type.Integer({ minimum: 0, description: 'Decimal places to show; the values themselves have all digits' }),
  ),
  wide_range: Type.Optional(
    Type.Boolean({ description: 'Values span many orders of magnitude: show two significant digits' }),
  ),
};

/** How a column of rows is shown. */
export const toolColumn = Type.Object(column, { $id: 'ToolColumn', ...strict });

/** The same of a metric of candidates. */
export const candidateColumn = Type.Object(
  {
    ...column,
    sorted: Type.Optional(oneOf(['asc', 'desc'], 'The direction in which a rank before the checkpoint sorted by it')),
  },
  { $id: 'CandidateColumn', ...strict },
);

const outputPort = Type.Object(
  {
    id: Type.String({ description: 'The `output_port_id` of results' }),
    label: Type.String(),
    type: oneOf(['file', 'items']),
    kind: nullable(Type.String()),
    format: Type.String(),
    content_type: Type.String(),
    required: Type.Boolean(),
    varies: Type.Optional(
      Type.String({ description: 'Why repeating the request may give other bytes; absent if it gives the same bytes' }),
    ),
    schema: Type.Optional(Type.Unknown({ description: 'JSON Schema of one structured item' })),
    columns: Type.Optional(
      Type.Array(ref(toolColumn), { description: 'Columns of a port of items, in the order in which to show them' }),
    ),
  },
  strict,
);

/** Files of a result that are shown together in 3D. */
export const toolScene = Type.Object(
  {
    id: Type.String(),
    label: Type.String(),
    parts: Type.Array(
      Type.Object(
        {
          ports: Type.Array(Type.String(), {
            description: 'Output ports of structures; the first that has files is used. Empty for a part with `slot`',
          }),
          slot: Type.Optional(Type.String({ description: 'Input slot whose inputs are shown' })),
          files: Type.Optional(oneOf(['any'], 'The first file of the port belongs to every scene')),
          omit: Type.Optional(oneOf(['last_residue'], 'The part of each file that is left out')),
          look: oneOf(['receptor', 'ligand', 'chains', 'b_factor', 'structure']),
          steps: Type.Optional(Type.Boolean({ description: 'Models of the file are shown one after the other' })),
        },
        strict,
      ),
      {
        description:
          'There is a scene for each file of the first part. Other files belong to it when the first number in their names is the same',
      },
    ),
    boxes: Type.Optional(
      Type.Array(Type.String(), { description: 'Output ports of boxes: JSON with `center` and `size` in Å' }),
    ),
    rows: Type.Optional(
      Type.Object(
        {
          port: Type.String(),
          number: Type.Optional(Type.String({ description: 'Field with the number in the names of the files' })),
          model: Type.Optional(Type.String({ description: 'Field with the number of the model, counted from 1' })),
          caption: Type.Array(Type.String(), { description: 'Fields that describe a step' }),
        },
        { ...strict, description: 'The rows that describe the steps of the scene' },
      ),
    ),
    values: Type.Optional(
      Type.Object(
        { port: Type.String(), field: Type.String() },
        { ...strict, description: 'The rows whose values colour the residues' },
      ),
    ),
    plddt: Type.Optional(
      Type.Object(
        { port: Type.String(), field: Type.String() },
        {
          ...strict,
          description: 'The rows that say, by a number in the field, that the B factors of a structure are pLDDT',
        },
      ),
    ),
  },
  { $id: 'ToolScene', ...strict },
);

const paper = { text: Type.String(), doi: Type.Optional(Type.String()), url: Type.Optional(Type.String()) };

/** Inputs, settings, outputs and price of a tool. */
export const tool = Type.Object(
  {
    id: Type.String({ examples: ['protein-properties'] }),
    object: Type.Literal('tool'),
    name: Type.String(),
    description: Type.String(),
    category: Type.String(),
    subcategory: nullable(Type.String()),
    tags: Type.Array(Type.String()),
    version: Type.String(),
    available: Type.Boolean({ description: 'Whether a runner offers the tool now; if not, jobs wait as PENDING' }),
    credit_model: Type.Object(
      {
        is_free: Type.Boolean(),
        mode: Type.Optional(oneOf(['fixed', 'metered_runtime'])),
        base_credits: Type.Optional(Type.Number()),
        credits_per_unit: Type.Optional(Type.Number()),
        unit: Type.Optional(Type.String()),
        rate_credits_per_minute: Type.Optional(Type.Number()),
      },
      strict,
    ),
    input: Type.Object({ slots: Type.Array(ref(toolInputSlot)) }, open),
    dataset: Type.Optional(
      Type.Object(
        {
          setting: Type.String({ description: 'The setting that names a dataset' }),
          slot: Type.Optional(Type.String({ description: 'The slot that takes a database of yours instead' })),
          kinds: Type.Array(Type.String()),
        },
        { ...strict, description: 'Only for tools that search datasets' },
      ),
    ),
    settings: Type.Unknown({ description: 'JSON Schema of the settings, with defaults' }),
    output: Type.Object({ ports: Type.Array(outputPort) }, strict),
    scenes: Type.Optional(
      Type.Array(ref(toolScene), {
        description: 'Files of a result that belong together in 3D, the most important first',
      }),
    ),
    limits: Type.Object(
      {
        wall_seconds: Type.Number({ description: 'Maximum run time in seconds' }),
        memory_mib: Type.Number(),
        cpu_cores: Type.Number(),
        output_mib: Type.Number(),
      },
      strict,
    ),
    log: Type.Optional(
      Type.Array(oneOf(['stdout', 'stderr']), {
        description: 'Streams of its programs that jobs keep as their log; absent: none is kept',
      }),
    ),
    citation: Type.Object(
      {
        ...paper,
        also: Type.Optional(
          Type.Array(Type.Object({ ...paper, when: Type.Optional(Type.String()) }, strict), {
            description: 'Further papers: always, or where `when` applies',
          }),
        ),
      },
      { ...strict, description: 'What to cite when results of the tool are published' },
    ),
    license: Type.String({ description: 'SPDX expression of the program behind the tool', examples: ['Apache-2.0'] }),
    example: Type.Optional(ref(jobRequest)),
  },
  { $id: 'Tool', ...open },
);

export type PublicTool = Static<typeof tool>;
