import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { OpenApiDocument, Schema } from './document.ts';
import { operationsOf, partsOf, within } from './document.ts';
import { openApiDocument } from './openApiDocument.ts';

const text = JSON.stringify(openApiDocument('https://rotamer.example'));
const document: OpenApiDocument = JSON.parse(text);
const { schemas } = document.components;
const everySchema = Object.values(schemas).flatMap((schema) => [...within(schema)]);

describe('the published document', () => {
  it('names its server', () => {
    expect(document.servers).toEqual([{ url: 'https://rotamer.example' }]);
  });

  it('is small, both plain and compressed', () => {
    expect(text.length).toBeLessThan(420_000);
    expect(gzipSync(text).length).toBeLessThan(55_000);
  });

  it('has headers, errors and repeated responses among its components', () => {
    const seen = new Map<string, number>();
    for (const { parameters = [], responses } of operationsOf(document)) {
      for (const [status, response] of Object.entries(responses)) {
        if (Number(status) >= 400) expect(Object.keys(response)).toEqual(['$ref']);
        for (const [name, header] of Object.entries(response.headers ?? {})) {
          if (name.startsWith('X-')) expect(header).toEqual({ $ref: `#/components/headers/${name}` });
        }
      }
      for (const part of [...parameters, ...Object.values(responses)]) {
        const whole = JSON.stringify(part);
        if (!whole.startsWith('{"$ref"')) seen.set(whole, (seen.get(whole) ?? 0) + 1);
      }
    }
    expect([...seen].filter(([, times]) => times > 1)).toEqual([]);
  });

  it('has only references to existing components', () => {
    const references = [...text.matchAll(/"(?:\$ref|[\w]+)":"#\/([^"]+)"/g)].map(([, path]) => path!.split('/'));
    expect(references.length).toBeGreaterThan(100);
    for (const path of references) {
      expect(
        path.reduce((value: unknown, step) => (value as Record<string, unknown>)?.[step], document),
        path.join('/'),
      ).toBeDefined();
    }
  });

  it('has no alias as a property, and describes each alias in text', () => {
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

  it('keeps the names of the API text', () => {
    const told = ['Job', 'SubmittedInput', 'InputSource', 'JobInput', 'JobRequest', 'JobQuoteRequest', 'JobQuote'];
    told.push(
      'JobCancellation',
      'JobRetry',
      'JobSharing',
      'JobShare',
      'JobSharingRequest',
      'JobResult',
      'JobResultFile',
    );
    told.push('JobResultStructuredItem', 'Tool', 'ToolSummary', 'ToolInputSlot', 'Account', 'File', 'FileDeletion');
    told.push(
      'Project',
      'ProjectCreateRequest',
      'ProjectUpdateRequest',
      'ProjectAssignmentRequest',
      'ProjectAssignment',
    );
    told.push('ProjectDeletionRequest', 'ProjectDeletion', 'Error');
    expect(Object.keys(schemas)).toEqual(expect.arrayContaining(told));
  });

  it('has a discriminator that maps every variant', () => {
    const unions = everySchema.filter(({ schema }) => schema.oneOf);
    expect(unions.length).toBeGreaterThan(2);
    for (const { schema } of unions) {
      const { mapping } = schema.discriminator as { mapping: Record<string, string> };
      expect(Object.values(mapping)).toEqual(schema.oneOf!.map(({ $ref }) => $ref));
    }
  });

  it('has null beside an enum, not as an enum value', () => {
    for (const { schema } of everySchema) expect(schema.enum ?? []).not.toContain(null);
    for (const { schema } of everySchema) if (schema.enum) expect(schema.type).toBe('string');
  });

  it('describes a stream as text, and names the schema of one event', () => {
    const [stream] = operationsOf(document).filter(({ operationId }) => operationId === 'streamJobEvents');
    const event = { $ref: '#/components/schemas/JobEvent' };
    expect(stream!.responses[200]!.content!['text/event-stream']!.schema).toEqual({
      anyOf: [event, { type: 'string' }],
    });
  });

  it('allows unknown fields in responses, and forbids them in requests', () => {
    const closed = Object.keys(schemas).filter((name) => schemas[name]!.additionalProperties === false);
    const requests = closed.filter((name) =>
      /Request(Unit|Budget|StopWhen)?$|Source$|Input|^FileUpload$|^BatchSubmission|Criteria|Modification/.test(name),
    );
    const others = ['JobBillingCap', 'JobBulkRequestFilter', 'JobResultStructuredItem', 'Project', 'ResourceGroup'];
    expect(closed.filter((name) => !requests.includes(name)).sort()).toEqual(others);
    for (const name of ['JobRequest', 'SubmittedInput', 'FileSource', 'ProjectCreateRequest']) {
      expect(schemas[name]!.additionalProperties, name).toBe(false);
    }
  });

  it('gives the width of numbers', () => {
    expect(schemas.File!.properties!.size).toMatchObject({ type: 'integer', format: 'int64' });
    expect(schemas.Job!.properties!.credits_used).toMatchObject({ type: 'number', format: 'double' });
    expect(schemas.File!.properties!.preview_kind).toMatchObject({
      anyOf: [{ $ref: '#/components/schemas/PreviewKind' }, { type: 'null' }],
    });
  });

  it('describes which scope an operation needs', () => {
    for (const methods of Object.values(document.paths)) {
      for (const { description } of Object.values(methods))
        expect(description).toMatch(/Needs (no key|no scope|the scope `\w+:\w+`)/);
    }
  });
});
