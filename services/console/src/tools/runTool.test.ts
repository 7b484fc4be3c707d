import { describe, expect, it } from 'vitest';
import { list, refusal, testConsole } from '../testing/testConsole.ts';

const example = {
  tool: 'aligner',
  name: 'Aligner',
  input: {
    inputs: [
      { id: 'a', slotId: 'a', kind: 'protein', format: 'FASTA', source: { type: 'text' }, content: '>x\nMKV\n' },
      { id: 'b', slotId: 'b', kind: 'protein', format: 'FASTA', source: { type: 'text' }, content: '>y\nMKL\n' },
    ],
  },
  settings: { gap: 5 },
};

const slot = (id: string, min: number) => ({
  ...{ id, label: `Sequence ${id}`, min, max: 2, defaultKind: 'protein', capabilities: {} },
  acceptedKinds: ['protein'],
  acceptedFormats: ['FASTA', 'TEXT'],
});

const tool = {
  ...{ id: 'aligner', object: 'tool', name: 'Aligner', description: 'Aligns two.', category: 'Sequence' },
  ...{ version: '1.0.0', available: true, credit_model: { is_free: false, mode: 'fixed' } },
  input: { slots: [slot('a', 1), slot('b', 1)] },
  settings: {
    type: 'object',
    properties: {
      gap: { type: 'number', minimum: 0, default: 10, description: 'Price of a gap' },
      matrix: { enum: ['BLOSUM62', 'PAM30'], default: 'BLOSUM62' },
      ends: { type: 'boolean', default: true },
    },
  },
  output: { ports: [] },
  example,
};

const quote = {
  ...{ object: 'job_quote', tool: 'aligner', estimated_credits: 1, billable_credits: 1, available_credits: 9_995 },
  ...{ billing: { mode: 'fixed' }, blocking_errors: [], limits: {} },
};

const answers = {
  'GET /tools/aligner': () => tool,
  'GET /files': () => list([{ id: 'file_1', original_name: 'mine.fasta', format: 'FASTA' }]),
  'GET /projects': () => list([]),
  'POST /jobs/quote': () => quote,
  'POST /jobs': () => Response.json({ object: 'job', id: 'job_9', status: 'QUEUED' }, { status: 202 }),
};

const filled = {
  ...{ name: 'Mine', submission: 'one', 'slot.a': '>x\r\nMKV\r\n', 'slot.b': 'MKL' },
  ...{ 'set.gap': '2.5', 'set.matrix': 'PAM30', 'set.ends': 'false' },
};

describe('the form of a tool', () => {
  it('opens with the example filled in, and its price', async () => {
    const { open } = await testConsole(answers);
    const { statusCode, body } = await open('tools/aligner?example=1');
    expect(statusCode).toBe(200);
    expect(body).toContain('>x\nMKV');
    expect(body).toContain('<strong>1 credit</strong>');
    expect(body).toMatch(/id="set-gap"[^>]*value="5"/);
  });

  it('submits what stands in the form, and leads to the job', async () => {
    const { post, sent } = await testConsole(answers);
    const { statusCode, headers } = await post('tools/aligner', { ...filled, do: 'run', cap: '3' });
    expect([statusCode, headers.location]).toEqual([303, '../../../w/ws_1/jobs/job_9']);
    expect(sent.at(-1)!.body).toEqual({
      tool: 'aligner',
      name: 'Mine',
      input: {
        inputs: [
          { id: 'a', slotId: 'a', kind: 'protein', format: 'FASTA', source: { type: 'text' }, content: '>x\nMKV\n' },
          { id: 'b', slotId: 'b', kind: 'protein', format: 'TEXT', source: { type: 'text' }, content: 'MKL' },
        ],
      },
      settings: { gap: 2.5, matrix: 'PAM30', ends: false },
      max_quoted_credits: 3,
    });
  });

  it('sends a form that is sent twice under one key, and a changed form under another', async () => {
    const { post, sent } = await testConsole(answers);
    for (const name of ['Mine', 'Mine', 'Other']) await post('tools/aligner', { ...filled, name, do: 'run' });
    const keys = sent.filter(({ path }) => path === '/jobs').map(({ headers }) => headers.get('idempotency-key'));
    expect([keys.length, new Set(keys).size, keys[0]]).toEqual([3, 2, keys[1]]);
  });

  it('takes a saved file in place of a text', async () => {
    const { post, sent } = await testConsole(answers);
    await post('tools/aligner', { ...filled, 'slot.b': '', 'file.a': '', 'file.b': 'file_1', do: 'run' });
    const { input } = sent.at(-1)!.body as typeof example;
    expect(input.inputs[1]).toMatchObject({
      slotId: 'b',
      format: 'FASTA',
      source: { type: 'file', file_id: 'file_1' },
    });
  });

  it('shows a refusal at its field, and keeps what was typed', async () => {
    const refused = Response.json(
      {
        error: {
          code: 'validation_error',
          message: 'The input is not valid.',
          details: { errors: [{ path: 'input.inputs[1].content', message: "line 1 has '1' in record y" }] },
        },
      },
      { status: 400 },
    );
    const { post } = await testConsole({ ...answers, 'POST /jobs': () => refused.clone() });
    const { statusCode, body } = await post('tools/aligner', { ...filled, do: 'run' });
    expect(statusCode).toBe(200);
    expect(body).toContain(`href="#slot-b-0"`);
    expect(body).toMatch(/id="slot-b-0"[^>]*aria-invalid/);
    expect(body).toContain('MKL</textarea>');
  });

  it.each(['ten', '1,000'])('names the setting that %s does not fit, before anything is sent', async (gap) => {
    const { post, sent } = await testConsole(answers);
    const { body } = await post('tools/aligner', { ...filled, 'set.gap': gap, do: 'run' });
    expect(body).toContain(`'${gap}' is not a number, such as`);
    expect(sent.filter(({ path }) => path === '/jobs')).toEqual([]);
  });

  it('adds a box to a slot without losing the others', async () => {
    const { post, sent } = await testConsole(answers);
    const { body } = await post('tools/aligner', { ...filled, do: 'more.a' });
    expect(body.match(/name="slot\.a"/g)).toHaveLength(2);
    expect(body).toContain('MKV');
    expect(sent.filter(({ path }) => path === '/jobs')).toEqual([]);
  });

  it.each([
    ['a lack of credits', refusal(402, 'insufficient_credits', 'Too few credits.')],
    ['too many requests', refusal(429, 'rate_limited', 'Slow down.')],
  ])('says %s on the form', async (_, answer) => {
    const { post } = await testConsole({ ...answers, 'POST /jobs': () => answer.clone() });
    const { body } = await post('tools/aligner', { ...filled, do: 'run' });
    expect(body).toMatch(/Too few credits|Slow down/);
    expect(body).toContain('MKV');
  });

  it('shows what users wrote as text, never as markup', async () => {
    const { post } = await testConsole(answers);
    const { body } = await post('tools/aligner', { ...filled, 'slot.a': '</textarea><img src=x>', do: 'price' });
    expect(body).not.toContain('<img src=x');
  });
});

describe('running a job again with changes', () => {
  const job = {
    ...{ object: 'job', id: 'job_1', name: 'Old', tool: 'aligner' },
    ...{ settings: { gap: 3, matrix: 'PAM30', ends: true }, inputs: [{ id: 'a', name: null, label: null, size: 141 }] },
  };
  const all = {
    ...answers,
    'GET /jobs/job_1': () => job,
    'POST /jobs/job_1/rerun/quote': () => quote,
    'POST /jobs/job_1/rerun': () => Response.json({ object: 'job', id: 'job_10', status: 'QUEUED' }, { status: 202 }),
  };

  it('opens the form with its settings, and says which inputs are taken', async () => {
    const { open } = await testConsole(all);
    const { body } = await open('tools/aligner?from=job_1');
    expect(body).toMatch(/id="set-gap"[^>]*value="3"/);
    expect(body).toContain('its inputs are taken: a (141 B)');
    expect(body).toContain('<strong>1 credit</strong>');
  });

  it('takes the inputs of the job while the boxes are empty', async () => {
    const { post, sent } = await testConsole(all);
    const fields = { ...filled, from: 'job_1', 'slot.a': '', 'slot.b': '', 'set.gap': '', do: 'run' };
    expect((await post('tools/aligner', fields)).headers.location).toBe('../../../w/ws_1/jobs/job_10');
    const { path, body } = sent.at(-1)!;
    expect([path, body]).toEqual([
      '/jobs/job_1/rerun',
      { name: 'Mine', settings: { gap: null, matrix: 'PAM30', ends: false } },
    ]);
  });

  it('submits a new job when a box is filled', async () => {
    const { post } = await testConsole(all);
    const answer = await post('tools/aligner', { ...filled, from: 'job_1', do: 'run' });
    expect(answer.headers.location).toBe('../../../w/ws_1/jobs/job_9');
  });
});

describe('a form that a script of the page sends', () => {
  const accept = { accept: 'application/json' };

  it('gets the address of the job, or the problems', async () => {
    const { post } = await testConsole(answers);
    const run = (fields: object) => post('tools/aligner', { ...filled, ...fields, do: 'run' }, accept);
    expect((await run({})).json()).toEqual({ location: '../../../w/ws_1/jobs/job_9' });
    expect((await run({ 'set.gap': 'x' })).json().price.problems).toMatchObject([{ field: 'set.gap' }]);
  });

  it('is led to the page that signs in when the session has ended', async () => {
    const { post } = await testConsole({ ...answers, 'GET /tools/aligner': () => refusal(401, 'unauthorized') });
    const answer = await post('tools/aligner', { ...filled, do: 'run' }, accept);
    expect([answer.statusCode, answer.json().sign_in]).toEqual([401, '../../../login?next=%2Fw']);
  });
});

describe('a form with a saved file, and with a job for each record', () => {
  const file = { object: 'file', id: 'file_9', original_name: 'old.fasta', format: 'FASTA' };

  it('opens with the file chosen, also when it is older than the list', async () => {
    const { open } = await testConsole({ ...answers, 'GET /files/file_9': () => file });
    expect((await open('tools/aligner?file=file_9')).body).toMatch(
      /<option (?:value="file_9" selected|selected value="file_9")/,
    );
  });

  it('prices and starts a batch', async () => {
    const quoted = {
      estimated_credits: 2,
      reserved_credits: 2,
      available_credits: 9,
      metered_submissions: 0,
      submissions: 2,
    };
    const { post, sent } = await testConsole({
      ...answers,
      'POST /batches/quote': () => ({ object: 'batch_quote', ...quoted, problems: [] }),
      'POST /batches': () => ({ object: 'batch', id: 'batch_1' }),
    });
    const fields = { ...filled, each: 'a', 'slot.a': 'name,sequence\nx,MKV\ny,MKL' };
    expect((await post('tools/aligner/price', fields)).json()).toMatchObject({
      jobs: 2,
      quote: { estimated_credits: 2 },
    });
    const { headers } = await post('tools/aligner', { ...fields, do: 'run' });
    expect(headers.location).toBe('../../../w/ws_1/batches/batch_1');
    const { submissions } = sent.at(-1)!.body as { submissions: { custom_id: string }[] };
    expect(submissions.map(({ custom_id }) => custom_id)).toEqual(['x', 'y']);
  });
});

describe('a saved file with a job for each record', () => {
  const file = { object: 'file', id: 'file_9', original_name: 'old.fasta', format: 'FASTA' };
  const fields = { ...filled, each: 'a', 'slot.a': '', 'file.a': 'file_9' };

  it.each([
    [
      'larger than 2 MiB',
      () => new Response('>x\nMK', { status: 206, headers: { 'content-range': 'bytes 0-5/9000000' } }),
    ],
    ['cannot be read', () => new Response('', { status: 503 })],
  ])('starts no job when the file is not read to its end: %s', async (message, bytes) => {
    const { post, sent } = await testConsole({
      ...answers,
      'GET /files/file_9': () => file,
      'GET /files/file_9/bytes': bytes,
      'POST /batches': () => ({ object: 'batch', id: 'batch_1' }),
    });
    const { problems } = (await post('tools/aligner/price', fields)).json();
    expect(problems).toEqual([{ field: 'slot.a.0', message: expect.stringContaining(message) }]);
    expect((await post('tools/aligner', { ...fields, do: 'run' })).body).toContain(message);
    expect(sent.filter(({ path }) => path === '/batches')).toEqual([]);
  });
});

describe('POST .../price', () => {
  it('answers with the quote for the script of the page', async () => {
    const { post } = await testConsole(answers);
    expect((await post('tools/aligner/price', filled)).json()).toMatchObject({ quote: { estimated_credits: 1 } });
  });

  it('reads the saved files only when one is chosen', async () => {
    const { post, sent } = await testConsole(answers);
    await post('tools/aligner/price', filled);
    expect(sent.map(({ path }) => path.split('?')[0])).toEqual(['/tools/aligner', '/jobs/quote']);
    await post('tools/aligner/price', { ...filled, 'slot.b': '', 'file.b': 'file_1' });
    expect(sent.slice(2).map(({ path }) => path.split('?')[0])).toEqual(['/files/file_1', '/jobs/quote']);
  });

  it('asks for a price without what only a submission has', async () => {
    const { post, sent } = await testConsole(answers);
    await post('tools/aligner/price', { ...filled, cap: '3' });
    expect(Object.keys(sent.at(-1)!.body as object).sort()).toEqual(['input', 'settings', 'tool']);
  });

  it('says once that a budget refuses the job', async () => {
    const message = 'The job needs 3 credits; the budget of your key for the day has 1.5 left.';
    const budget = { id: 'bud_1', scope: 'key', left_credits: 1.5, refuses: true };
    const refused = { ...quote, budgets: [budget], blocking_errors: [{ code: 'budget_exceeded', message }] };
    const { post } = await testConsole({ ...answers, 'POST /jobs/quote': () => refused });
    const { body } = await post('tools/aligner', { ...filled, do: 'price' });
    expect(body.match(/budget/g)).toHaveLength(1);
  });

  it('can be pressed again where a service did not answer', async () => {
    const { post } = await testConsole({ ...answers, 'POST /jobs/quote': () => refusal(503, 'unavailable', 'Away.') });
    const { body } = await post('tools/aligner', { ...filled, do: 'price' });
    expect(body).toContain('Away.');
    expect(body).not.toContain('aria-disabled');
  });

  it('refuses a cap below the price at its field', async () => {
    const { post } = await testConsole(answers);
    const price = (await post('tools/aligner/price', { ...filled, cap: '0' })).json();
    expect(price.problems).toEqual([{ field: 'cap', message: 'This costs 1 credit, more than this cap.' }]);
  });

  it('is refused from another site', async () => {
    const { post } = await testConsole(answers);
    expect((await post('tools/aligner/price', filled, { 'sec-fetch-site': 'cross-site' } as never)).statusCode).toBe(
      403,
    );
  });
});

describe('fetching entries in the form of a tool', () => {
  const source = { id: 'uniprot', object: 'file_source', name: 'UniProt', format: 'FASTA', example: 'P0CG48' };
  const structures = { ...source, id: 'pdb', name: 'Protein Data Bank', format: 'MMCIF' };
  const fetched = {
    ...answers,
    'GET /file-sources': () => list([source, structures]),
    'POST /files/fetch': ({ body }: { body: unknown }) => {
      const { id } = body as { id: string };
      if (id === 'P00000') return refusal(404, 'not_found', `UniProt has no entry ${id}.`);
      return { object: 'file', id: `file_${id}`, original_name: `${id}.fasta`, format: 'FASTA' };
    },
  };
  const asked = { ...filled, 'slot.b': '', 'source.b': 'uniprot', do: 'fetch.b' };

  it('offers the databases whose format the slot takes', async () => {
    const { body } = await (await testConsole(fetched)).open('tools/aligner');
    expect(body).toContain('<option value="uniprot">UniProt</option>');
    expect(body).not.toContain('Protein Data Bank');
    expect((await (await testConsole(answers)).open('tools/aligner')).body).not.toContain('fetch.');
  });

  it('chooses the files of the entries in free boxes, and keeps the rest of the form', async () => {
    const { post, sent } = await testConsole(fetched);
    const { body } = await post('tools/aligner', { ...asked, 'ids.b': 'P0CG48, P0CG47' });
    expect(body).toMatch(/<option value="file_P0CG48" selected>/);
    expect(body).toMatch(/<option value="file_P0CG47" selected>/);
    expect(body).toContain('>x\nMKV');
    expect(body).toContain('data-keep="sent"');
    expect(body).toContain('<strong>1 credit</strong>');
    const keys = sent
      .filter(({ path }) => path === '/files/fetch')
      .map(({ headers }) => headers.get('idempotency-key'));
    // The API takes letters, digits and a few signs.
    expect(keys).toEqual([expect.stringMatching(/^[\da-f]{64}$/), expect.stringMatching(/^[\da-f]{64}$/)]);
    expect(new Set(keys).size).toBe(2);
    expect(sent.some(({ path }) => path === '/jobs')).toBe(false);
  });

  it('fetches what is filled in, whichever button the Enter key presses, and nothing without ids', async () => {
    const { post, sent } = await testConsole(fetched);
    const other = await post('tools/aligner', { ...asked, 'ids.b': 'P0CG48', do: 'fetch.a' });
    expect(other.body).toMatch(/<option value="file_P0CG48" selected>/);
    const none = await post('tools/aligner', { ...filled, do: 'fetch.a' });
    expect(none.body).toContain('<strong>1 credit</strong>');
    expect(sent.filter(({ path }) => path === '/files/fetch')).toHaveLength(1);
  });

  it('names what cannot be fetched at the box, and chooses the others', async () => {
    const { post } = await testConsole(fetched);
    const { body } = await post('tools/aligner', { ...asked, 'ids.b': 'P00000 P0CG48' });
    expect(body).toContain('UniProt has no entry P00000.');
    expect(body).toMatch(/<option value="file_P0CG48" selected>/);
    const many = await post('tools/aligner', { ...asked, 'ids.b': 'A1 A2 A3' });
    expect(many.body).toContain('There is room for 2 more, and these are 3 entries.');
  });
});

describe('the page of tools', () => {
  const summary = { id: 'aligner', object: 'tool', name: 'Aligner', description: 'Aligns.', category: 'Sequence' };

  it('asks the search of the API', async () => {
    const tools = () => list([{ ...summary, tags: [], credit_model: { is_free: true } }]);
    const { open, sent } = await testConsole({ 'GET /tools': tools });
    const { body } = await open('tools?q=align+two');
    expect(body).toContain('href="../../w/ws_1/tools/aligner"');
    expect(sent.some(({ path }) => path.startsWith('/tools?search=align'))).toBe(true);
  });
});
