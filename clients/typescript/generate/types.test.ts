import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { contractTypes, typesFile } from './writeTypes.ts';

it('matches the OpenAPI document: else run npm run generate', async () => {
  expect(readFileSync(typesFile, 'utf8')).toBe(await contractTypes());
});
