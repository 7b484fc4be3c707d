import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { submission } from '../../testing/requests.ts';
import { bearer, testGateway } from '../../testing/testGateway.ts';

const gateway = await testGateway();
afterAll(gateway.stop);

beforeEach(async () => {
  gateway.jobs.calls.length = 0;
});

async function problemsOf(url: '/jobs' | '/jobs/quote', payload: unknown) {
  const answer = await gateway.app.inject({
    method: 'POST',
    url: `/api/v1${url}`,
    headers: { ...bearer(gateway.issueKey()), 'content-type': 'application/json' },
    payload: JSON.stringify(payload),
  });
  const { error } = answer.json();
  expect(gateway.jobs.calls, 'nothing reaches pricing').toEqual([]);
  expect([answer.statusCode, error.code]).toEqual([400, 'validation_error']);
  const errors: { path: string; message: string }[] = error.details.errors;
  expect(error.message.startsWith(`${errors[0]!.path}: `), error.message).toBe(true);
  return { paths: errors.map(({ path }) => path), errors };
}

const input = (fields: object) => submission({}, fields);
const source = (fields: object) => submission({}, { source: fields, content: undefined });

const file = (fields: object) => source({ type: 'file', ...fields });
const sep = { position: 1, ccd: 'SEP' };

/** A body, and the paths that its refusal names, the first of them in the message. */
const refused: [string, unknown, string[]][] = [
  ['no object', [], ['body']],
  ['null', null, ['body']],
  ['a missing tool', submission({ tool: undefined }), ['tool']],
  ['a missing input', submission({ input: undefined }), ['input']],
  ['an unknown field', submission({ foo: 1 }), ['foo']],
  ['an unknown field with a strange name', submission({ 'a.b\n"c"': 1 }), ['["a.b\\n\\"c\\""]']],
  ['a tool that is not a string', submission({ tool: 7 }), ['tool']],
  ['a number as text', submission({ max_quoted_credits: '5' }), ['max_quoted_credits']],
  ['a fraction of a credit', submission({ max_quoted_credits: 1.5 }), ['max_quoted_credits']],
  ['a negative cap', submission({ max_quoted_credits: -1 }), ['max_quoted_credits']],
  ['a cap above 2^53-1', submission({ max_quoted_credits: 2 ** 53 }), ['max_quoted_credits']],
  ['a reservation of 0', submission({ billing: { max_reserved_credits: 0 } }), ['billing.max_reserved_credits']],
  ['an unknown billing field', submission({ billing: { cap: 1 } }), ['billing.cap']],
  ['settings that are a list', submission({ settings: [] }), ['settings']],
  ['a project that is a number', submission({ project_id: 1 }), ['project_id']],
  ['a project that cannot be one', submission({ project_id: 'x'.repeat(4_000) }), ['project_id']],
  ['a long tool', submission({ tool: 'x'.repeat(129) }), ['tool']],
  ['a long name', submission({ name: 'x'.repeat(501) }), ['name']],
  ['large settings', submission({ settings: { a: 'x'.repeat(66_000) } }), ['settings']],

  ['the retired input.sequence', submission({ input: { sequence: 'MK' } }), ['input.sequence', 'input.inputs']],
  ['retired and valid fields mixed', submission({ inputs: [] }), ['inputs']],
  ['the retired top level inputs', submission({ input: undefined, inputs: [] }), ['inputs', 'input']],
  [
    'retired and valid input shapes mixed',
    submission({ input: { ...submission().input, sequence: 'MK' } }),
    ['input.sequence'],
  ],

  ...['id', 'slotId', 'kind', 'format', 'chainId'].map((field): [string, unknown, string[]] => [
    `a long ${field}`,
    input({ [field]: 'x'.repeat(129) }),
    [`input.inputs[0].${field}`],
  ]),
  ['a long label', input({ label: 'x'.repeat(501) }), ['input.inputs[0].label']],
  ['large metadata', input({ metadata: { a: 'x'.repeat(17_000) } }), ['input.inputs[0].metadata']],
  ['too many modifications', input({ modifications: Array(1_001).fill(sep) }), ['input.inputs[0].modifications']],
  [
    'too many file names',
    file({ file_id: 'f', fileNames: Array(101).fill('a') }),
    ['input.inputs[0].source.fileNames'],
  ],
  ['a long file id', file({ fileId: 'x'.repeat(129) }), ['input.inputs[0].source.fileId']],
  ['a missing slot', input({ slotId: undefined }), ['input.inputs[0].slotId']],
  ['an unknown field of an input', input({ foo: 1 }), ['input.inputs[0].foo']],
  ['no content for a text source', input({ content: undefined }), ['input.inputs[0].content']],
  ['an unknown encoding', input({ contentEncoding: 'hex' }), ['input.inputs[0].contentEncoding']],
  ['11 copies', input({ copies: 11 }), ['input.inputs[0].copies']],
  ['no copies', input({ copies: 0 }), ['input.inputs[0].copies']],
  ['cyclic as text', input({ cyclic: 'true' }), ['input.inputs[0].cyclic']],
  [
    'position 0',
    input({ modifications: [{ position: 0, ccd: 'SEP' }] }),
    ['input.inputs[0].modifications[0].position'],
  ],
  [
    'a position beyond 32 bits',
    input({ modifications: [{ position: 2 ** 31, ccd: 'SEP' }] }),
    ['input.inputs[0].modifications[0].position'],
  ],
  [
    'a long ccd',
    input({ modifications: [{ position: 1, ccd: 'A'.repeat(9) }] }),
    ['input.inputs[0].modifications[0].ccd'],
  ],
  ['an empty ccd', input({ modifications: [{ position: 1, ccd: '' }] }), ['input.inputs[0].modifications[0].ccd']],
  [
    'an unknown field of a modification',
    input({ modifications: [{ position: 1, ccd: 'SEP', x: 1 }] }),
    ['input.inputs[0].modifications[0].x'],
  ],
  ['an msa without content', input({ msa: {} }), ['input.inputs[0].msa.content']],
  ['metadata that is text', input({ metadata: 'x' }), ['input.inputs[0].metadata']],

  ['a source without a type', source({}), ['input.inputs[0].content', 'input.inputs[0].source.type']],
  ['an unknown source', input({ source: { type: 'ftp' } }), ['input.inputs[0].source.type']],
  ['a field in a text source', input({ source: { type: 'text', fileName: 'x' } }), ['input.inputs[0].source.fileName']],
  ['a file source without content or id', source({ type: 'file' }), ['input.inputs[0].content']],
  ['an empty file id', source({ type: 'file', file_id: '' }), ['input.inputs[0].source.file_id']],
  [
    'two file ids that differ',
    source({ type: 'file', file_id: 'file_1', fileId: 'file_2' }),
    ['input.inputs[0].source.fileId'],
  ],
  [
    'an external source without content',
    source({ type: 'external', externalSource: 'rcsb', externalId: '1AKI' }),
    ['input.inputs[0].content'],
  ],
  [
    'an unknown database',
    input({ source: { type: 'external', externalSource: 'ncbi', externalId: 'x' } }),
    ['input.inputs[0].source.externalSource'],
  ],
  ['1001 inputs', submission({ input: { inputs: Array(1001).fill(submission().input.inputs[0]) } }), ['input.inputs']],

  [
    'two caps that differ',
    submission({ billing: { max_reserved_credits: 1, maxReservedCredits: 2 } }),
    ['billing.maxReservedCredits'],
  ],
  ['a NUL in a name', submission({ name: 'a\0b' }), ['name']],
  ['half a surrogate pair', input({ label: '\ud800' }), ['input.inputs[0].label']],
  ['a NUL in the name of a setting', submission({ settings: { 'a\0': 1 } }), ['settings["a\\u0000"]']],
];

describe('POST /jobs refuses', () => {
  it.each(refused)('%s', async (_name, body, paths) => {
    const found = (await problemsOf('/jobs', body)).paths;
    expect(found[0]).toBe(paths[0]);
    expect(new Set(found)).toEqual(new Set(paths));
  });

  it('all problems at once', async () => {
    const { paths } = await problemsOf('/jobs', {
      ...submission({ name: 1, foo: 2 }),
      input: {
        inputs: [
          { id: 'a', source: { type: 'text' } },
          { ...submission().input.inputs[0], copies: 0 },
        ],
      },
    });
    expect(paths).toEqual([
      'foo',
      'name',
      'input.inputs[0].content',
      'input.inputs[0].slotId',
      'input.inputs[0].kind',
      'input.inputs[0].format',
      'input.inputs[1].copies',
    ]);
  });
});

describe('POST /jobs/quote', () => {
  it.each(['name', 'project_id', 'max_quoted_credits'])('refuses the field %s of a submission', async (field) => {
    const body = { ...submission({ name: undefined }), [field]: null };
    const message = 'belongs to a submission; leave it out of a quote';
    expect((await problemsOf('/jobs/quote', body)).errors).toEqual([{ path: field, message }]);
  });
});

describe('numbers that grow by re-encoding', () => {
  /** Each `1e20` takes 5 bytes in a body, and 22 bytes in the request to other services. */
  const grown = (length: number) => Array(length).fill(1e20);
  const written = (body: object) => JSON.stringify(body).replaceAll('100000000000000000000', '1e20');

  async function refusalOf(body: object) {
    const headers = { ...bearer(gateway.issueKey()), 'content-type': 'application/json' };
    const answer = await gateway.app.inject({ method: 'POST', url: '/api/v1/jobs', headers, payload: written(body) });
    expect(gateway.jobs.calls).toEqual([]);
    return [answer.statusCode, answer.json().error.message];
  }

  it('count with their re-encoded size in settings and in metadata', async () => {
    const settings = submission({ settings: { a: grown(4_000) } });
    expect(await refusalOf(settings)).toEqual([400, 'settings: is 88007 bytes of JSON; the limit is 65536']);
    const metadata = input({ metadata: { a: grown(1_000) } });
    expect(await refusalOf(metadata)).toEqual([
      400,
      'input.inputs[0].metadata: is 22007 bytes of JSON; the limit is 16384',
    ]);
  });

  it('count in the whole body: 500 KiB may become a megabyte', async () => {
    const [one] = submission({}, { metadata: { a: grown(700) } }).input.inputs;
    const inputs = Array.from({ length: 40 }, (_, i) => ({
      ...one,
      id: `in${i}`,
      content: `>a\n${'M'.repeat(8_000)}`,
    }));
    expect(written(submission({ input: { inputs } })).length).toBeLessThan(512 * 1024);
    expect(await refusalOf(submission({ input: { inputs } }))).toEqual([
      413,
      expect.stringMatching(/^The body takes 9\d{5} bytes with its numbers written out; the limit is 589824\.$/),
    ]);
  });
});

describe('POST /jobs accepts', () => {
  it.each([
    ['a file source with inline content', input({ source: { type: 'file', fileName: 'a.fasta' } })],
    ['the same id under both names', source({ type: 'file', file_id: 'file_1', fileId: 'file_1' })],
    [
      'an external source with content',
      input({ source: { type: 'external', externalSource: 'uniprot', externalId: 'P00698' } }),
    ],
    ['no inputs at all, which the tool judges', submission({ input: { inputs: [] } })],
    ['caps at their bounds', submission({ max_quoted_credits: 0, billing: { max_reserved_credits: 1 } })],
    ['free-form settings', submission({ settings: { a: { b: [1, null, 'x'] } } })],
  ])('%s', async (_name, payload) => {
    const headers = bearer(gateway.issueKey());
    const answer = await gateway.app.inject({
      method: 'POST',
      url: '/api/v1/jobs',
      headers,
      payload: payload as object,
    });
    expect(answer.statusCode, answer.body).toBe(202);
  });
});
