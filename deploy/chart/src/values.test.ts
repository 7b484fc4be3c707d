import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { services } from '@rotamer/deploy/services.ts';
import { expect, it } from 'vitest';
import { parse } from 'yaml';

const values = readFileSync(join(import.meta.dirname, '../../../charts/rotamer/values.yaml'), 'utf8');

it('has exactly the services of deploy/services.ts in the chart’s values', () => {
  expect(Object.keys(parse(values).services).sort()).toEqual(services.map(({ name }) => name).sort());
});
