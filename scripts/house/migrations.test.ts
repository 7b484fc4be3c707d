import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

it('gives no two migrations of a service one number', () => {
  const numbers = globSync('services/*/migrations/*.sql', { cwd: root }).map((file) => file.replace(/_.*/, ''));
  expect(numbers.filter((number, i) => numbers.indexOf(number) !== i)).toEqual([]);
});
