import type { SubmittedInputBody } from '@rotamer/api/schemas/jobInput.ts';
import { BadRequest } from '../http/badRequest.ts';
import type { Fields } from '../http/fields.ts';
import { asFasta } from '../http/sequence.ts';

type Kind = 'protein' | 'dna' | 'rna';

const KINDS: Record<string, Kind> = { protein: 'protein', dna: 'dna', nucleotide: 'dna', rna: 'rna' };

/** Returns the kind of sequences: that of the parameter `stype`, else what their letters say. */
export function kindOf(fields: Fields, fasta: string): Kind {
  const given = fields.get('stype')?.toLowerCase();
  if (given) {
    const kind = KINDS[given];
    if (!kind) throw new BadRequest(`stype must be one of ${Object.keys(KINDS).join(', ')}, not '${given}'`);
    return kind;
  }
  const letters = fasta.replaceAll(/^>.*$/gm, '');
  if (/[^ACGTUN\s*-]/i.test(letters)) return 'protein';
  return /u/i.test(letters) && !/t/i.test(letters) ? 'rna' : 'dna';
}

/** Returns the FASTA text of a parameter. */
export function sequenceOf(fields: Fields, name: string): string {
  const given = fields.get(name);
  if (!given?.trim()) throw new BadRequest(`${name} is missing`);
  return asFasta(given, name);
}

/** Returns an input of a slot from a text. */
export function textInput(slotId: string, kind: string, content: string): SubmittedInputBody {
  return { id: slotId, slotId, kind, format: 'FASTA', source: { type: 'text' }, content };
}
