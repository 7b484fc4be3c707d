import { ContentEncoding, type SubmittedInput } from '@rotamer/proto/jobs/v1/input.ts';
import type { Problem, ToolInput } from '@rotamer/tools/contract.ts';

/** Inputs as tools see them, content decoded to text; what cannot be decoded is a problem at its path. */
export function toToolInputs(submitted: SubmittedInput[]): { inputs: ToolInput[]; problems: Problem[] } {
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
    return { problem: 'is base64 of something that is not UTF-8 text' };
  }
}
