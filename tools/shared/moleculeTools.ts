import { contentTypes } from '@rotamer/formats/formats.ts';
import * as Type from 'typebox';
import type { OutputPort } from '../contract.ts';
import type { MoleculeRecord } from './molecules.ts';
import type { Notes } from './notes.ts';
import type { FromInput } from './readInputs.ts';
import { writeTsv } from './tsv.ts';

/** A fragment that is not part of the parent molecule. */
export interface RemovedFragment {
  smiles: string;
  /** Name of a known salt former or solvent, e.g. `lactobionate`. */
  name: string | null;
  why: 'salt former or solvent' | 'smaller fragment' | 'second copy of the molecule';
}

/** Notes of every task about its molecule. */
export interface About {
  /** The fragments that were left out because of the option `parent`. */
  removed: RemovedFragment[];
  /** Warnings for the molecule's owner. */
  warnings: string[];
}

/** The setting for rows that a tool over a list of molecules cannot use. */
export const onError = Type.Enum(['skip', 'fail'], {
  default: 'skip',
  description: 'A molecule that cannot be used is listed as rejected (skip) or fails the job (fail)',
});

export const nameTag = Type.String({
  default: '',
  maxLength: 200,
  description:
    'Tag of an SD file, or column of a list of SMILES with a header, that has the names of the molecules; by default the title, and ' +
    'without one a tag such as ID, idnumber or zinc_id',
});

export const removeSalts = (byDefault: boolean) =>
  Type.Boolean({ default: byDefault, description: 'Leave out salt formers, solvents and smaller fragments' });

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

/** Maximum number of tags in a row, and of characters in a tag's value. Files have all of them. */
const MAX_TAGS = 50;
const MAX_TAG_VALUE = 500;

/** The field with tags, for rows about single molecules. */
export const tagsField = Type.Optional(
  Type.Record(Type.String(), Type.String(), {
    description: `Tags of the SD file, or further columns of the list of SMILES: the first ${MAX_TAGS}, cut at ${MAX_TAG_VALUE} characters`,
  }),
);
export const removedField = Type.String({
  description: 'Fragments that were left out, as SMILES with dots; empty where there are none',
});

export function rowTags({ tags }: MoleculeRecord): { tags?: Record<string, string> } {
  if (!tags || tags.size === 0) return {};
  const some = [...tags].slice(0, MAX_TAGS).map(([tag, value]) => [tag, value.slice(0, MAX_TAG_VALUE)]);
  return { tags: Object.fromEntries(some) };
}

export const removedSmiles = ({ removed }: About): string => removed.map(({ smiles }) => smiles).join('.');

/** Notes what was left out of a molecule, and its warnings. */
export function noteMolecule(notes: Notes, record: FromInput<MoleculeRecord>, { removed, warnings }: About): void {
  const { inputId, name, line, tags = new Map<string, string>() } = record;
  for (const [why, fragments] of Map.groupBy(removed, (one) => one.why)) {
    const named = fragments.map((one) => (one.name ? `${one.smiles} (${one.name})` : one.smiles));
    notes.leftOut(inputId, name, 'fragment', named, why);
  }
  const all = [...tags];
  const [beyond, cut] = [
    all.slice(MAX_TAGS),
    all.slice(0, MAX_TAGS).filter(([, value]) => value.length > MAX_TAG_VALUE),
  ];
  notes.leftOut(
    inputId,
    name,
    'tag',
    beyond.map(([tag]) => tag),
    `rows have the first ${MAX_TAGS} tags only`,
  );
  notes.leftOut(
    inputId,
    name,
    'tag',
    cut.map(([tag]) => tag),
    `values in rows are cut at ${MAX_TAG_VALUE} characters`,
  );
  for (const warning of warnings) notes.warn(inputId, name, warning, line);
}

/** Maximum number of tags that get a column in a table. Molecules of a library usually share the same few tags. */
const MAX_TAG_COLUMNS = 100;

/** Returns the tags of all molecules, in the order in which they first occur. */
export function tagColumns(records: Pick<MoleculeRecord, 'tags'>[]): string[] {
  const names = new Set<string>();
  for (const { tags } of records)
    for (const tag of tags?.keys() ?? []) if (names.size < MAX_TAG_COLUMNS) names.add(tag);
  return [...names];
}

/** Returns a table in which a column `tag:<name>` for each tag follows the other columns. */
export function writeTsvWithTags(columns: string[], rows: (object & { record: MoleculeRecord })[]): string {
  const tags = tagColumns(rows.map(({ record }) => record));
  const wide = rows.map((row) => {
    const values = tags.map((tag) => [`tag:${tag}`, row.record.tags?.get(tag) ?? '']);
    return { ...row, ...Object.fromEntries(values) };
  });
  return writeTsv([...columns, ...tags.map((tag) => `tag:${tag}`)], wide);
}
