import { afterAll, describe, expect, it } from 'vitest';
import { testGateway } from '../../testing/testGateway.ts';
import type { OpenApiDocument, Schema } from './document.ts';
import { partsOf, within } from './document.ts';

const { app, stop } = await testGateway({ publicUrl: 'https://rotamer.example' });
afterAll(stop);
const text = (await app.inject('/api/v1/openapi.json')).body;
const document: OpenApiDocument = JSON.parse(text);
const { schemas } = document.components;
const everySchema = Object.values(schemas).flatMap((schema) => [...within(schema)]);

describe('the published document', () => {
  it('names its server, and is small', () => {
    expect(document.servers).toEqual([{ url: 'https://rotamer.example' }]);
    expect(text.length).toBeLessThan(160_000);
  });

  it('refers only to what is there', () => {
    const references = [...text.matchAll(/"(?:\$ref|[\w]+)":"#\/([^"]+)"/g)].map(([, path]) => path!.split('/'));
    expect(references.length).toBeGreaterThan(100);
    for (const path of references) {
      expect(
        path.reduce((value: unknown, step) => (value as Record<string, unknown>)?.[step], document),
        path.join('/'),
      ).toBeDefined();
    }
  });

  it('has no alias as a property, and tells of each in words', () => {
    for (const alias of ['fileId', 'maxReservedCredits', 'addInvites', 'removeInvites', 'X-Idempotency-Key']) {
      expect(
        everySchema.some(({ schema }) => Object.hasOwn(schema.properties ?? {}, alias)),
        alias,
      ).toBe(false);
      expect(text).toContain(`Accepted as \`${alias}\` too`);
    }
  });

  it('has a name for every enum, object and variant', () => {
    const unnamed = (schema: Schema) =>
      partsOf(schema).filter(({ schema: part }) => part.enum || (part.properties && part.type === 'object'));
    for (const [name, schema] of Object.entries(schemas)) expect(unnamed(schema), name).toEqual([]);
    expect(schemas.InputSource).toMatchObject({
      discriminator: { mapping: { text: '#/components/schemas/TextSource', file: '#/components/schemas/FileSource' } },
    });
    expect(Object.keys(schemas)).toEqual(
      expect.arrayContaining([
        'DatabaseSource',
        'FixedQuoteBilling',
        'MeteredQuoteBilling',
        'JobStatus',
        'Visibility',
        'JobEvent',
      ]),
    );
  });

  it('lets answers grow, and refuses unknown fields of requests', () => {
    expect(schemas.Job!.additionalProperties).toBeUndefined();
    expect(schemas.Project!.additionalProperties).toBe(false);
    for (const name of ['JobRequest', 'SubmittedInput', 'FileSource', 'ProjectCreateRequest']) {
      expect(schemas[name]!.additionalProperties, name).toBe(false);
    }
  });

  it('tells how wide numbers are', () => {
    expect(schemas.File!.properties!.size).toMatchObject({ type: 'integer', format: 'int64' });
    expect(schemas.Job!.properties!.credits_used).toMatchObject({ type: 'number', format: 'double' });
    expect(schemas.File!.properties!.preview_kind).toMatchObject({
      anyOf: [{ $ref: '#/components/schemas/PreviewKind' }, { type: 'null' }],
    });
  });

  it('says in words which scope an operation needs', () => {
    for (const methods of Object.values(document.paths)) {
      for (const { description } of Object.values(methods))
        expect(description).toMatch(/Needs (no key|the scope `\w+:\w+`)/);
    }
  });
});
