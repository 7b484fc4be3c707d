import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { blockingClient, blockingFile } from './blockingClient.ts';

it('the blocking client is the async one without its words: npm run generate', () => {
  expect(readFileSync(blockingFile, 'utf8')).toBe(blockingClient());
});
