import { expect, it } from 'vitest';
import { createLineReader } from './readBatchLine.ts';

const read = createLineReader();

it.each(['[', ' [{"tool":"pka"}]', '[{"custom_id":"a",'])('says that %j begins an array', (text) => {
  expect(read(text, 1)).toEqual({
    problems: [
      {
        line: 1,
        customId: '',
        path: '',
        message: expect.stringMatching(/^begins an array: .* one JSON object in each line/),
      },
    ],
  });
});

it('names the place of other errors', () => {
  expect(read('{"custom_id":"a"', 3)).toEqual({
    problems: [{ line: 3, customId: '', path: '', message: expect.stringMatching(/^is not valid JSON: column \d+/) }],
  });
});
