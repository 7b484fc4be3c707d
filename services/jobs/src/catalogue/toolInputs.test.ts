import { ContentEncoding, SubmittedInput } from '@rotamer/proto/jobs/v1/input.ts';
import { describe, expect, it } from 'vitest';
import { toToolInputs } from './toolInputs.ts';

const input = (content: string | undefined, contentEncoding: ContentEncoding = ContentEncoding.UTF8) =>
  SubmittedInput.fromPartial({ id: 'in1', slotId: 's', kind: 'protein', format: 'FASTA', content, contentEncoding });

const read = (inputs: SubmittedInput[]) => toToolInputs(inputs, new Map());

describe('the content of an input', () => {
  it('is text, given directly or decoded from base64', () => {
    const encoded = Buffer.from('>a\nMK\n').toString('base64');
    const { inputs, problems } = read([input('>a\nMK\n'), input(encoded, ContentEncoding.BASE64)]);
    expect(inputs.map(({ text }) => text)).toEqual(['>a\nMK\n', '>a\nMK\n']);
    expect(problems).toEqual([]);
  });

  it('that is not base64, or decodes to bytes that are not UTF-8, is a problem at its path', () => {
    const bytes = Buffer.from([0xff, 0xfe, 0x80]).toString('base64');
    const { problems } = read([input('MK*!', ContentEncoding.BASE64), input(bytes, ContentEncoding.BASE64)]);
    expect(problems).toEqual([
      { path: 'input.inputs[0].content', message: 'is not valid base64' },
      {
        path: 'input.inputs[1].content',
        message: 'does not decode to UTF-8 text; encode it as UTF-8, or upload it as a file',
      },
    ]);
  });
});
