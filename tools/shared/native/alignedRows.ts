import { type Program, ToolError } from '../../contract.ts';
import { linesOf } from '../text.ts';
import { indexOfSafeId } from './safeIds.ts';

/**
 * Returns the rows of an aligned FASTA that a program made from `records`, in the program's order. Programs drop
 * letters and sequences and still exit with 0, so the result is compared with the input: every record must occur once,
 * with its number of residues, and all rows must have equal length. Rows get the original residues, even where the
 * program read substituted letters.
 *
 * @throws ToolError that names the fault of the program's output.
 */
export function alignedRows<R extends { sequence: string }>(
  { command }: Program,
  text: string,
  records: R[],
): { index: number; record: R; sequence: string }[] {
  const wrong = (what: string) => new ToolError(`${command} gave no usable alignment: ${what}`);
  const rows = parse(text);
  if (rows.length !== records.length) throw wrong(`${rows.length} rows for ${records.length} sequences`);
  const seen = new Set<number>();
  return rows.map(({ id, sequence }) => {
    const index = indexOfSafeId(id);
    const record = index === undefined ? undefined : records[index];
    if (!record || seen.has(index!)) throw wrong('a row without its sequence');
    seen.add(index!);
    if (sequence.length !== rows[0]!.sequence.length) throw wrong('rows of different lengths');
    return { index: index!, record, sequence: restore(sequence, record.sequence) ?? fail(wrong) };
  });
}

function fail(wrong: (what: string) => ToolError): never {
  throw wrong('residues are missing');
}

function parse(text: string): { id: string; sequence: string }[] {
  const rows: { id: string; parts: string[] }[] = [];
  for (const line of linesOf(text)) {
    if (line.startsWith('>')) rows.push({ id: line.slice(1).trim(), parts: [] });
    else rows.at(-1)?.parts.push(line.trim());
  }
  return rows.map(({ id, parts }) => ({ id, sequence: parts.join('') }));
}

/** Returns the residues of the sequence with the gaps of the row; undefined when the numbers of residues differ. */
function restore(row: string, sequence: string): string | undefined {
  let at = 0;
  const restored = row.replace(/[^.-]/g, () => sequence[at++] ?? '').replaceAll('.', '-');
  return at === sequence.length ? restored : undefined;
}
