import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import * as operations from '../src/operations.gen.ts';
import { listFiles, operationLists } from './operationLists.ts';

it('matches the files of the operations: else run npm run generate', () => {
  const lists = operationLists();
  expect(readFileSync(listFiles.operations, 'utf8')).toBe(lists.operations);
  expect(readFileSync(listFiles.routes, 'utf8')).toBe(lists.routes);
});

it('gives each operation the name of its file as its id', () => {
  const names = Object.entries(operations).map(([name, { id }]) => [name, id]);
  expect(names.filter(([name, id]) => name !== id)).toEqual([]);
  expect(names.length).toBeGreaterThan(40);
});
