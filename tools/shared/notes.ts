import * as Type from 'typebox';
import type { ToolRun } from '../contract.ts';
import { itemsPort, LEFT_OUT, WARNINGS } from './ports.ts';

/** What a reader noticed about its records. `notes.read(records)` writes the rows about it. */
export interface ReadNotes {
  warnings: { inputId: string; of: string; line: number | null; warning: string }[];
  /** Records that were left out of `records`. */
  leftOut: { inputId: string; name: string; reason: string }[];
}

const closed = { additionalProperties: false };

/** Parts of an input that a tool may leave out. */
const things = [
  ...['record', 'row', 'column', 'tag', 'molecule', 'fragment', 'isotope', 'stereo'],
  ...['structure', 'model', 'chain', 'residue', 'ligand', 'metal', 'water', 'hydrogen', 'alternate', 'atom'],
] as const;

/** A part of the input that was not used for the result. */
const leftOutItem = Type.Object(
  {
    of: Type.String({ description: 'Name of the sequence, structure or molecule that it belongs to' }),
    what: Type.Enum([...things]),
    name: Type.String({
      description: 'Which one, as other rows name it, e.g. `A:SEP20`; several are separated by commas',
    }),
    count: Type.Integer({ minimum: 1, description: 'How many of them' }),
    reason: Type.String(),
  },
  closed,
);

/** Something in the input that the tool uses, but that its owner may not have intended. */
const warningItem = Type.Object(
  {
    of: Type.String({ description: 'Name of the sequence, structure or molecule' }),
    line: Type.Union([Type.Integer(), Type.Null()], { description: 'Of the input, where one line is the cause' }),
    warning: Type.String(),
  },
  closed,
);

/** Ports that every tool has after its results: what it left out, and what the input's owner should check. */
export const notePorts = [
  itemsPort(LEFT_OUT, 'What of the input was not used, and why', leftOutItem, false),
  itemsPort(WARNINGS, 'What to look at', warningItem, false),
];

export type LeftOut = Type.Static<typeof leftOutItem>;

/** Maximum number of rows on either port. People do not read more, and a hostile file must not fill a job. */
export const MAX_NOTES = 1_000;

/** Maximum number of names in one row. Further ones are only counted. */
const MAX_NAMES = 50;

/** Writes the rows of `notePorts`. A job has one instance. */
export class Notes {
  readonly #job: Pick<ToolRun, 'item'>;
  readonly #written = { [LEFT_OUT]: 0, [WARNINGS]: 0 };

  constructor(job: Pick<ToolRun, 'item'>) {
    this.#job = job;
  }

  /**
   * Writes one row for things of one sort that were left out for one reason. Without names it writes nothing. Pass
   * `count` when a name stands for several things.
   */
  leftOut(
    inputId: string,
    of: string,
    what: LeftOut['what'],
    names: string[],
    reason: string,
    count = names.length,
  ): void {
    if (names.length === 0) return;
    const more = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : '';
    const name = names.slice(0, MAX_NAMES).join(', ') + more;
    const rest = `more than ${MAX_NOTES} things were left out; the rest is not listed`;
    const last = { of, what, name: 'others', count: 1, reason: rest };
    this.#write(LEFT_OUT, { of, what, name, count, reason }, inputId, last);
  }

  /** Writes what the reader of a slot noticed. Records that were left out are grouped by reason. */
  read({ warnings, leftOut }: ReadNotes): void {
    for (const [inputId, odd] of Map.groupBy(leftOut, (record) => record.inputId))
      for (const [reason, records] of Map.groupBy(odd, (record) => record.reason))
        this.leftOut(
          inputId,
          inputId,
          'record',
          records.map(({ name }) => name),
          reason,
        );
    for (const { inputId, of, warning, line } of warnings) this.warn(inputId, of, warning, line);
  }

  /** Writes a warning. `line` is the line of the input, if one line is the cause. */
  warn(inputId: string, of: string, warning: string, line: number | null = null): void {
    const last = { of, line: null, warning: `there are more than ${MAX_NOTES} warnings; the rest is not listed` };
    this.#write(WARNINGS, { of, line, warning }, inputId, last);
  }

  #write(port: typeof LEFT_OUT | typeof WARNINGS, row: object, inputId: string, last: object): void {
    const written = ++this.#written[port];
    if (written <= MAX_NOTES) this.#job.item(port, written < MAX_NOTES ? row : last, { sourceInputIds: [inputId] });
  }
}
