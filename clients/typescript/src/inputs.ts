import type { SubmittedInput } from './types.ts';

type InputFields = Pick<SubmittedInput, 'kind' | 'format'> & Partial<SubmittedInput>;

/** Makes an input of a slot from text: `textInput('sequences', fasta, { kind: 'protein', format: 'FASTA' })`. */
export function textInput(slotId: string, content: string, fields: InputFields): SubmittedInput {
  return { id: slotId, slotId, source: { type: 'text' }, content, ...fields };
}

/** Makes an input of a slot from a saved file. */
export function fileInput(slotId: string, fileId: string, fields: InputFields): SubmittedInput {
  return { id: slotId, slotId, source: { type: 'file', file_id: fileId }, ...fields };
}
