import type { TSchema } from 'typebox';
import type { Kind, OutputPort } from '../contract.ts';
import { contentTypes } from './vocabulary.ts';

/** Rows that match `schema`. */
export function itemsPort<Schema extends TSchema>(id: string, label: string, schema: Schema, required = true) {
  return {
    id,
    label,
    type: 'items',
    kind: 'table',
    format: 'JSON',
    contentType: contentTypes.JSON,
    required,
    schema,
  } satisfies OutputPort;
}

/** Files of one format. Pictures have no kind: no tool takes them. */
export function filePort(
  id: string,
  label: string,
  { kind, format, required = true }: { kind?: Kind; format: keyof typeof contentTypes; required?: boolean },
) {
  return {
    id,
    label,
    type: 'file',
    ...(kind && { kind }),
    format,
    contentType: contentTypes[format],
    required,
  } satisfies OutputPort;
}

/** A picture of the results, beside them: an SVG of at most 1 MiB that people look at. */
export const picturePort = (label: string, required = true) => filePort(PICTURE, label, { format: 'SVG', required });

export const PICTURE = 'picture';

/** Rows about what a tool did not use, and about what its owner should look at (`notes.ts`). */
export const LEFT_OUT = 'left_out';
export const WARNINGS = 'warnings';

/** The frames of a simulation as models of one PDB file: beside the structure at its end. */
export const MODELS = 'models';

/** The distances that a tree was made of: beside the tree. */
export const DISTANCES = 'distances';

/** A receptor with the pose of a ligand, to look at: beside the poses. */
export const COMPLEX = 'complex';

/** Ports beside a tool's results, which an edge of a workflow means only when it names them: a stored workflow goes on meaning the result. */
export const BESIDE_RESULTS: readonly string[] = [PICTURE, LEFT_OUT, WARNINGS, MODELS, DISTANCES, COMPLEX];

/** So many of a job's proteins, structures or queries have a picture, the first ones: nobody looks at more. */
export const MAX_PICTURES = 20;

/** The name of the file about the n-th item: `receptor-0001.pdb`. */
export const numbered = (name: string, number: number, extension: string): string =>
  `${name}-${String(number).padStart(4, '0')}.${extension}`;
