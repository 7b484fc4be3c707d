import type { Fault, Problem } from '@rotamer/kit/errors/fault.ts';
import { type TSchema, Type } from 'typebox';
import { expect, it } from 'vitest';
import { namedSchemas } from '../openapi/namedSchemas.ts';
import { jobFilterQuery } from '../schemas/jobFilter.ts';
import { labels } from '../schemas/labels.ts';
import { createValidator } from './validator.ts';

const compile = createValidator(namedSchemas);

function messagesOf(schema: TSchema, value: unknown): string[] {
  const verdict = compile({ schema, httpPart: 'body' })(value) as true | { error: Fault };
  const problems = verdict === true ? [] : (verdict.error.details?.errors as Problem[]);
  return problems.map(({ path, message }) => `${path} ${message}`);
}

it.each<[string, TSchema, unknown, string]>([
  [
    'an unknown status',
    Type.Object(jobFilterQuery),
    { status: 'done' },
    'status must be one or several of PENDING, QUEUED',
  ],
  ['the bad key of a label', Type.Object({ labels }), { labels: { 'a b': 'x' } }, 'must be the key of a label'],
  ['a bad value of a label', Type.Object({ labels }), { labels: { a: 'x y' } }, 'labels.a must be empty, or up to 63'],
  [
    'no field',
    Type.Object({ filter: Type.Object({}, { minProperties: 1 }) }),
    { filter: {} },
    'filter must have at least one field',
  ],
  [
    'too many items',
    Type.Object({ list: Type.Array(Type.String(), { maxItems: 1 }) }),
    { list: ['a', 'b'] },
    'list must have at most 1 items',
  ],
])('names %s in words', (_, schema, value, expected) => {
  expect(messagesOf(schema, value).join()).toContain(expected);
});
