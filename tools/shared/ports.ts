import { contentTypes } from '@rotamer/formats/formats.ts';
import type { TSchema } from 'typebox';
import type { ColumnHeading, Kind, OutputPort } from '../contract.ts';

/** Returns a port of rows that match `schema`. `headings` says how columns are shown whose names do not say it. */
export function itemsPort<Schema extends TSchema>(
  id: string,
  label: string,
  schema: Schema,
  required = true,
  headings?: Record<string, ColumnHeading>,
) {
  return {
    id,
    label,
    type: 'items',
    kind: 'table',
    format: 'JSON',
    contentType: contentTypes.JSON,
    required,
    schema,
    ...(headings && { headings }),
  } satisfies OutputPort;
}

/** Returns a port of files in one format. Pictures have no kind, because no tool takes them as input. */
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

/** Returns the port for a picture of the results: an SVG of at most 1 MiB, for people. */
export const picturePort = (label: string, required = true) => filePort(PICTURE, label, { format: 'SVG', required });

export const PICTURE = 'picture';

/** Rows about unused input, and about input that its owner should check (`notes.ts`). */
export const LEFT_OUT = 'left_out';
export const WARNINGS = 'warnings';

/** The frames of a simulation as models of one PDB file, in addition to the final structure. */
export const MODELS = 'models';

/** The distances from which a tree was built, in addition to the tree. */
export const DISTANCES = 'distances';

/** A receptor with the pose of a ligand, for viewers, in addition to the poses. */
export const COMPLEX = 'complex';

/** The box in which ligands were docked, for viewers. */
export const SEARCHED_BOX = 'searched_box';

/** All pockets, best first, in addition to the one where the protein is most buried. */
export const RANKED = 'ranked';
export const RANKED_BOX = 'ranked_box';

/**
 * Ports in addition to a tool's results. An edge of a workflow uses one of them only if it names the port, so a stored
 * workflow keeps using the result.
 */
export const BESIDE_RESULTS: readonly string[] = [
  PICTURE,
  LEFT_OUT,
  WARNINGS,
  MODELS,
  DISTANCES,
  COMPLEX,
  SEARCHED_BOX,
  RANKED,
  RANKED_BOX,
];

/**
 * Maximum number of a job's proteins, structures or queries that get a picture: the first ones. People do not look at
 * more.
 */
export const MAX_PICTURES = 20;

/** Returns the name of the file about the n-th item, such as `receptor-0001.pdb`. */
export const numbered = (name: string, number: number, extension: string): string =>
  `${name}-${String(number).padStart(4, '0')}.${extension}`;
