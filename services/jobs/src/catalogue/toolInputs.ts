import type { ResolvedFile } from '@rotamer/proto/files/v1/files.ts';
import { ContentEncoding, type SubmittedInput } from '@rotamer/proto/jobs/v1/input.ts';
import type { Problem, ToolInput } from '@rotamer/tools/contract.ts';

/**
 * Converts inputs to the form that tools check, with content decoded to text. Content that cannot be decoded is a
 * problem at its path. Files are not read here; tools get the counts of their inspection. `saved`: files and artifacts
 * by the position of their input.
 */
export function toToolInputs(
  submitted: SubmittedInput[],
  saved: ReadonlyMap<number, ResolvedFile>,
): { inputs: ToolInput[]; problems: Problem[] } {
  const problems: Problem[] = [];
  const inputs = submitted.map((input, i) => {
    const text = decode(input);
    if (typeof text === 'object') problems.push({ path: `input.inputs[${i}].content`, message: text.problem });
    return {
      id: input.id,
      slotId: input.slotId,
      kind: input.kind,
      format: input.format,
      label: input.label,
      text: typeof text === 'object' ? undefined : text,
      records: recordsOf(input, saved.get(i)?.units),
      residues: saved.get(i)?.units.residues,
      copies: input.copies,
      cyclic: input.cyclic,
      modifications: input.modifications,
      msa: input.msa,
    };
  });
  return { inputs, problems };
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decode(input: SubmittedInput): string | undefined | { problem: string } {
  if (input.content === undefined) return undefined;
  if (input.contentEncoding !== ContentEncoding.BASE64) return input.content;
  const encoded = input.content.replace(/[\r\n]/g, '');
  if (!BASE64.test(encoded)) return { problem: 'is not valid base64' };
  try {
    return utf8.decode(Buffer.from(encoded, 'base64'));
  } catch {
    return { problem: 'does not decode to UTF-8 text; encode it as UTF-8, or upload it as a file' };
  }
}

/** Returns how many records a tool will find in a saved file; undefined if they were not counted. */
function recordsOf({ format }: SubmittedInput, units: ResolvedFile['units'] | undefined): number | undefined {
  if (!units || format === 'TEXT') return undefined;
  // A list of SMILES is hard to tell from other text, so perhaps only its lines were counted.
  return units.records ?? units.molecules ?? (format === 'SMILES' ? units.lines : undefined);
}
