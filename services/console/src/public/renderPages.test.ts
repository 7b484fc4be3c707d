import type { Tool } from '@rotamer/client';
import type { PublicPage } from '@rotamer/pages/publicPages.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testConsole, textOf } from '../testing/testConsole.ts';

const { app } = await testConsole();

/** Renders a page as the gateway asks for it. */
const render = async (page: PublicPage) => {
  const headers = { 'content-type': 'application/json' };
  return await app.inject({ method: 'POST', url: '/pages', headers, payload: JSON.stringify(page) });
};

const properties = {
  ...{ id: 'protein-properties', object: 'tool', name: 'Protein properties', description: 'Computes <b>weights</b>.' },
  ...{ category: 'Sequence', subcategory: null, tags: [], version: '1.2.0', available: false, license: 'Apache-2.0' },
  credit_model: { is_free: false, mode: 'fixed', base_credits: 1, credits_per_unit: 0, unit: 'record' },
  input: {
    slots: [
      {
        ...{
          id: 'sequences',
          label: 'Proteins',
          min: 1,
          max: 20,
          acceptedKinds: ['protein'],
          acceptedFormats: ['FASTA'],
        },
        capabilities: { records: { min: 1, max: 10_000 } },
      },
    ],
  },
  settings: { properties: { charge_ph: { type: 'number', minimum: 0, maximum: 14, default: 7, description: 'pH' } } },
  output: {
    ports: [{ id: 'properties', label: 'Properties', type: 'items', kind: null, format: 'JSON', required: true }],
  },
  limits: { wall_seconds: 60, memory_mib: 512, cpu_cores: 1, output_mib: 64 },
  citation: {
    text: 'Gasteiger 2005',
    doi: '10.1385/1',
    also: [{ text: 'Second', url: 'https://a.example', when: 'pI' }],
  },
  example: { name: 'Protein properties', tool: 'protein-properties', input: { inputs: [] } },
} as unknown as Tool;

const welcome: PublicPage = {
  ...{ page: 'welcome', root: './', tools: 55, apiUrl: 'https://lab.example/api/v1' },
  ...{ sample: { id: 'job_1', name: 'Lysozyme' }, guides: [{ name: 'first-job', title: 'The first job' }] },
};

describe('the welcome page', () => {
  it('leads to the workspace, the tools, a finished job, the reference and the guides', async () => {
    const { statusCode, body } = await render(welcome);
    expect(statusCode).toBe(200);
    for (const link of ['w', 'tools', 'share/job_1', 'docs', 'docs/guides/first-job', 'api/v1/openapi.json'])
      expect(body).toContain(`href="./${link}"`);
    expect(textOf(body)).toContain('curl https://lab.example/api/v1/tools');
  });
});

describe('the catalogue', () => {
  const tools = [properties, { ...properties, id: 'other', name: 'Other', available: true }];

  it('lists the tools by category, with prices', async () => {
    const { body } = await render({ page: 'catalogue', root: './', tools, search: '' });
    expect(body).toContain('<h2>Sequence</h2>');
    expect(body).toContain('<a href="./tools/protein-properties">Protein properties</a>');
    expect(textOf(body)).toContain('1 credit No runner offers it now.');
  });

  it('says when no tool matches, and shows the words as text', async () => {
    const { body } = await render({ page: 'catalogue', root: './', tools: [], search: '<script>x' });
    expect(body).toContain('value="&lt;script>x"');
    expect(textOf(body)).toContain('No tool matches these words.');
  });
});

describe('the page of a tool', () => {
  it('shows inputs, settings, outputs, price, citation, licence and a request', async () => {
    const { body } = await render({
      page: 'tool',
      root: '../',
      tool: properties,
      apiUrl: 'https://lab.example/api/v1',
    });
    const text = textOf(body);
    for (const part of ['1 credit', 'Apache-2.0', '1–10,000', 'number from 0 to 14', 'a table', 'curl https://lab'])
      expect(text).toContain(part);
    expect(body).toContain('href="https://doi.org/10.1385/1"');
    expect(body).toContain('href="../w?to=tools%2Fprotein-properties"');
    expect(body).toContain('Computes &lt;b>weights&lt;/b>.');
  });
});

/** A job whose page has this text in every place for text of other people. */
function sharedWith(text: string, fields: object = {}): PublicPage {
  const file = (id: string, format: string) => ({
    ...{ key: id + text, name: text, output_port_id: text, order: 0, rank: null, source_input_ids: [] },
    ...{ format, size: 1, content_type: text, sha256: text },
  });
  const columns = [{ name: text, label: text, description: text, isNumber: false }];
  const rows = [[{ text, isNumber: false, smiles: text }], [{ text, isNumber: false }]];
  return {
    ...{ page: 'job', root: '../' },
    job: {
      ...{ id: 'job_1', name: `name ${text}`, status: 'FAILED', tool: text, progress: null, error: `error ${text}` },
      ...{
        created_at: '2026-03-01T12:00:00.000Z',
        completed_at: null,
        execution_time_seconds: 65,
        tool_version: '1.2.0',
      },
      ...fields,
    },
    tables: [{ id: text, label: text, columns, rows, total: 1_000, fileId: `table${text}`, upright: false }],
    files: [file('table', 'JSONL'), file('structure', 'SDF')],
    fileCount: 600,
    pictures: [file('picture', 'SVG')],
    pictureCount: 30,
  };
}

/** Returns every tag with the names of its attributes. */
function skeletonOf(html: string): string[] {
  return [...html.matchAll(/<[/!]?([a-z0-9]+)((?:\s[^<>"]*(?:"[^"]*")?)*)\s*>/gi)].map(
    ([, tag, attributes]) => `${tag} ${attributes!.replace(/"[^"]*"/g, '').replace(/\s+/g, ' ')}`,
  );
}

describe('the page of a shared job', () => {
  it('shows state, pictures, tables and files, with how many there are of each', async () => {
    const { body } = await render(sharedWith('word'));
    const text = textOf(body);
    for (const part of ['failed', '1 min 5 s', 'The first 1 of 30 pictures.', 'The first 2 of 1000 rows.'])
      expect(text).toContain(part);
    expect(text).toContain('The first 2 of 600 files.');
    for (const path of ['items/structureword', 'pictures/pictureword', 'rows/word.jsonl', 'items/tableword'])
      expect(body).toContain(`"../share/job_1/${path}"`);
    expect(body).not.toContain('.csv"');
  });

  it('has the same tags and attributes for any text', async () => {
    const usual = await render(sharedWith('word'));
    const evil = fc.oneof(
      fc.string({ minLength: 1 }),
      fc.constantFrom('<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', "' onclick='x", '&lt;'),
    );
    await fc.assert(
      fc.asyncProperty(evil, async (text) => {
        const { body } = await render(sharedWith(text));
        expect(skeletonOf(body)).toEqual(skeletonOf(usual.body));
        expect(body.match(/</g)).toHaveLength(usual.body.match(/</g)!.length);
      }),
    );
  });

  it('shows progress while the job is active, and what to do without a script', async () => {
    const { body } = await render(sharedWith('word', { status: 'PROCESSING', progress: 40 }));
    expect(body).toContain('<progress max="100" value="40"');
    expect(body).toMatch(/<div data-live(="true")?>/);
    expect(body).toContain('<a href="../share/job_1">Reload</a>');
    expect(body).not.toContain('http-equiv');
    expect((await render(sharedWith('word'))).body).not.toContain('data-live');
  });
});

it('asks for a key, and says why the last one was refused', async () => {
  const form = { action: '"><b>', token: '"><b>', loginLink: '../login', notice: '<b>' };
  const { body } = await render({ page: 'signIn', root: '../', ...form });
  expect(body).toContain('role="alert"');
  expect(body).toContain('href="../login"');
  expect(body).not.toContain('<b>');
});

it('renders nothing for browsers, which send forms and no JSON', async () => {
  expect((await app.inject('/pages')).statusCode).toBe(404);
});
