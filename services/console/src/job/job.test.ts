import type { JobDetails } from '@rotamer/client';
import { describe, expect, it } from 'vitest';
import { jobOf, testConsole, textOf } from '../testing/testConsole.ts';
import { methodsOf } from './methods.ts';

const details = (fields: Partial<JobDetails> = {}): JobDetails => ({
  ...jobOf(),
  tool_version: '3.0.0',
  tool_name: 'Protein properties',
  submitted_by: { user_id: 'usr_1', name: 'Ada', email: 'ada@example.org' },
  run_id: null,
  rerun_of: null,
  settings: { by_chain: true, window: 9 },
  given_settings: { by_chain: true },
  inputs: [
    {
      ...{ id: 'lysozyme', slot_id: 'sequences', kind: 'protein', format: 'FASTA', label: null, name: 'hen.fasta' },
      ...{
        size: 1_410,
        sha256: 'b2d6c2b1c8a7d6b9'.repeat(4),
        file_id: null,
        from_job_id: null,
        records: 3,
        copies: null,
      },
    },
  ],
  attempts: [],
  price: { held_credits: 0, charged_credits: 1, cap_credits: 1 },
  cancel_at: null,
  stop_requested_at: null,
  ...fields,
});

const file = {
  ...{ key: 'itm_1', name: 'table.tsv', output_port_id: 'table', order: 0, rank: null, source_input_ids: [] },
  ...{ format: 'TSV', size: 325, content_type: 'text/plain', sha256: 'a'.repeat(64), url: 'http://elsewhere/x' },
};
const picture = { ...file, key: 'itm_2', name: 'tree.svg', format: 'SVG' };
const row = { ...{ id: 'itm_3', output_port_id: 'properties', order: 0, rank: null, file_name: null } };
const result = {
  ...{ object: 'job_result', job_id: 'job_1', tool: 'protein-properties', status: 'COMPLETED', completed_at: null },
  ...{ data_source: 'result-manifest-v2', files: [file, picture] },
  results: [{ ...row, source_input_ids: [], format: 'JSON', value: { id: '<b>x</b>', length: 129 } }],
};

const answers = (fields: Partial<JobDetails> = {}) => ({
  'GET /jobs/job_1': () => details(fields),
  'GET /results/job_1': () => result,
});

const ran = {
  ...{ number: 1, claimed_at: null, started_at: null, ended_at: null, outcome: 'COMPLETED' as const, error: null },
  programs: [{ name: 'mafft', version: 'v7.505 (2022/Apr/10)' }],
  commands: [{ argv: ['mafft', '--auto', 'in <b>.fa'], runs: 2, exit_code: 0, seconds: 1.25 }],
  ...{ commands_left_out: 3, log_bytes: 40 },
};

const logOf =
  (text: string, place = '1-40') =>
  () =>
    new Response(text, { headers: { etag: `"${place}"` } });

describe('the log of a job', () => {
  it('is text on its page, with the rest as events while the job runs', async () => {
    const log = { 'GET /jobs/job_1/log': logOf('$ mafft\n<script>x</script>\n') };
    const running = await testConsole({ ...answers({ status: 'PROCESSING', attempts: [ran] }), ...log });
    const page = (await running.open('jobs/job_1/log')).body;
    expect(page).toContain('<pre>$ mafft\n&lt;script>x&lt;/script>\n</pre>');
    expect(page).toContain('log/events?after=1-40');
    const ended = await testConsole({ ...answers({ attempts: [ran] }), ...log });
    expect((await ended.open('jobs/job_1/log')).body).not.toContain('log/events');
  });

  it('leads to the logs of other attempts, and shows the one that is asked for', async () => {
    const attempts = [ran, { ...ran, number: 2 }];
    const { open, sent } = await testConsole({ ...answers({ attempts }), 'GET /jobs/job_1/log': logOf('x', '1-1') });
    const { body } = await open('jobs/job_1/log?attempt=1');
    expect(body).toContain('Log of attempt 2');
    expect(sent.map(({ path }) => path)).toContain('/jobs/job_1/log?attempt=1');
  });

  it('is streamed from the place that the browser names', async () => {
    const stream = () =>
      new Response('event: ended\ndata: {}\n\n', { headers: { 'content-type': 'text/event-stream' } });
    const { open, sent } = await testConsole({ 'GET /jobs/job_1/log/stream': stream });
    const events = await open('jobs/job_1/log/events?after=1-4', { 'last-event-id': '1-9' });
    expect(events.body).toContain('event: ended');
    expect(sent.at(-1)!.headers.get('last-event-id')).toBe('1-9');
    expect((await open('jobs/job_2/log/events')).statusCode).toBe(204);
  });
});

describe('the page of a job', () => {
  it('shows command lines and versions of programs, also in the methods paragraph', async () => {
    const { open } = await testConsole(answers({ attempts: [ran] }));
    const text = textOf((await open('jobs/job_1/provenance')).body);
    for (const shown of ["mafft --auto 'in &lt;b>.fa'", '2 times, 1.3 s', 'and 3 more runs', 'Programs: v7.505'])
      expect(text).toContain(shown);
  });

  it('shows title, state, tool version, submitter, cost and results', async () => {
    const { open } = await testConsole(answers());
    const text = textOf((await open('jobs/job_1')).body);
    for (const shown of ['Lysozyme', 'completed', 'Protein properties 3.0.0', 'by Ada', '1 credit', '129'])
      expect(text).toContain(shown);
    expect(text).not.toContain('Cancel');
  });

  it('draws pictures from its own address, and leads to no other site', async () => {
    const { open } = await testConsole(answers());
    const { body } = await open('jobs/job_1');
    expect(body).toContain('src="../../../w/ws_1/jobs/job_1/pictures/itm_2"');
    expect(body).not.toContain('elsewhere');
    expect(body).toContain('&lt;b>x&lt;/b>');
  });

  it('reads a result once, however often the page is loaded', async () => {
    const { open, sent } = await testConsole(answers());
    await open('jobs/job_1');
    await open('jobs/job_1/files');
    expect(sent.filter(({ path }) => path === '/results/job_1')).toHaveLength(1);
  });

  it.each([
    ['inputs', ['hen.fasta', '1.4 kB', '3 records', 'By chain', 'default']],
    ['files', ['table.tsv', '325 B', 'aaaaaaaaaaaaaaaa…']],
    ['provenance', ['protein-properties@3.0.0', 'Rotamer job job_1']],
  ])('has the tab %s', async (tab, shown) => {
    const { open } = await testConsole(answers());
    const text = textOf((await open(`jobs/job_1/${tab}`)).body);
    for (const word of shown) expect(text).toContain(word);
  });

  it('downloads an input as the job read it', async () => {
    const content = '>a\nMKV\r\n';
    const { open } = await testConsole({
      ...answers(),
      'GET /jobs/job_1/inputs/1': () =>
        new Response(content, { headers: { etag: '"x"', 'content-type': 'text/html' } }),
    });
    expect((await open('jobs/job_1/inputs')).body).toContain('href="../../../../w/ws_1/jobs/job_1/inputs/1"');
    const { body, headers } = await open('jobs/job_1/inputs/1');
    expect([body, headers.etag]).toEqual([content, '"x"']);
    expect((await open('jobs/job_1/inputs/2')).statusCode).toBe(404);
  });

  it('shows why a job waits, its cap, and no results', async () => {
    const queue = { jobs_ahead: 4, own_jobs_ahead: 2, waiting_reason: 'All runners are busy.', next_attempt_at: null };
    const price = { held_credits: 5, charged_credits: null, cap_credits: 9 };
    const { open, sent } = await testConsole(answers({ status: 'QUEUED', completed_at: null, queue, price }));
    const text = textOf((await open('jobs/job_1')).body);
    expect(text).toContain('All runners are busy. 2 jobs of this workspace are ahead.');
    expect(text).toContain('at most 9 credits');
    expect(sent.some(({ path }) => path.startsWith('/results'))).toBe(false);
  });

  it('offers a viewer nothing to change', async () => {
    const workspace = { id: 'ws_1', name: 'Enzyme group', role: 'viewer' };
    const { open } = await testConsole({
      ...answers({ status: 'QUEUED' }),
      'GET /session': () => ({ object: 'current_session', user: { email: 'v@example.org', name: null }, workspace }),
    });
    expect(textOf((await open('jobs/job_1')).body)).not.toMatch(/Cancel|Run again|Share/);
  });

  it('leads to the batch or the workflow run of the job', async () => {
    for (const [run_id, path] of [
      ['batch_1', 'batches/batch_1'],
      ['run_1', 'runs/run_1'],
    ] as const) {
      const { open } = await testConsole(answers({ run_id }));
      expect((await open('jobs/job_1')).body).toContain(`href="../../../w/ws_1/${path}"`);
    }
  });

  it('is not found for a job of someone else', async () => {
    const { open } = await testConsole();
    expect((await open('jobs/job_9')).statusCode).toBe(404);
  });
});

describe('the forms of a job', () => {
  it('cancel a waiting job, and lead back to it', async () => {
    const { post, sent } = await testConsole({
      'POST /jobs/job_1/cancel': () => ({ object: 'job_cancellation', refunded: true, job: jobOf() }),
    });
    const { statusCode, headers } = await post('jobs/job_1/cancel');
    expect([statusCode, headers.location]).toEqual([303, '../../../../w/ws_1/jobs/job_1']);
    expect(sent.map(({ path }) => path)).toEqual(['/jobs/job_1/cancel']);
  });

  it('stop a running job after a page that says what it costs so far', async () => {
    const running = {
      ...{
        status: 'PROCESSING' as const,
        started_at: new Date(Date.now() - 600_000).toISOString(),
        completed_at: null,
      },
      billing: { mode: 'metered_runtime', rate_credits_per_minute: 3 } as never,
      price: { held_credits: 12, charged_credits: null, cap_credits: 90 },
    };
    const { open, post, sent } = await testConsole({
      ...answers(running),
      'POST /jobs/job_1/stop': () => ({ object: 'job_stop', job: jobOf(running) }),
    });
    expect((await open('jobs/job_1')).body).toContain('href="../../../w/ws_1/jobs/job_1/stop"');
    expect(textOf((await open('jobs/job_1/stop')).body)).toContain(
      'Its results so far are kept. It has cost 12 credits',
    );
    const { headers } = await post('jobs/job_1/stop');
    expect(headers.location).toBe('../../../../w/ws_1/jobs/job_1');
    expect(sent.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual(['/jobs/job_1/stop']);
  });

  it('ask nothing more while a job is stopping or has ended', async () => {
    const stopping = { status: 'PROCESSING' as const, stop_requested_at: '2026-03-01T12:00:02.000Z' };
    const { open } = await testConsole(answers(stopping));
    expect(textOf((await open('jobs/job_1')).body)).toContain('Stopping. The results so far are kept.');
    expect((await open('jobs/job_1/stop')).statusCode).toBe(303);
    expect((await (await testConsole(answers())).open('jobs/job_1/stop')).statusCode).toBe(303);
  });

  it('run a job again for at most the price that was shown, under one idempotency key', async () => {
    const quote = { object: 'job_quote', estimated_credits: 2.5, available_credits: 9, blocking_errors: [] };
    const { open, post, sent } = await testConsole({
      ...answers(),
      'POST /jobs/job_1/rerun/quote': () => quote,
      'POST /jobs/job_1/rerun': () => Response.json(jobOf({ id: 'job_2' }), { status: 202 }),
    });
    const { body } = await open('jobs/job_1/again');
    expect(textOf(body)).toContain('Run for 2.5 credits');
    const key = /name="key" value="([^"]+)"/.exec(body)![1]!;
    for (const _ of ['once', 'twice']) {
      const { headers } = await post('jobs/job_1/again', { key, price: '2.5' });
      expect(headers.location).toBe('../../../../w/ws_1/jobs/job_2');
    }
    const submitted = sent.filter(({ path }) => path === '/jobs/job_1/rerun');
    expect(submitted.map(({ body: asked }) => asked)).toEqual([{ max_quoted_credits: 3 }, { max_quoted_credits: 3 }]);
    expect(new Set(submitted.map(({ headers }) => headers.get('idempotency-key')))).toEqual(new Set([key]));
  });

  it('do not run a job that something blocks', async () => {
    const blocking_errors = [{ code: 'insufficient_credits', message: 'The job costs more than is left.' }];
    const quote = { object: 'job_quote', estimated_credits: 5, available_credits: 1, blocking_errors };
    const { open } = await testConsole({ ...answers(), 'POST /jobs/job_1/rerun/quote': () => quote });
    const { body } = await open('jobs/job_1/again');
    expect(body).toContain('The job costs more than is left.');
    expect(body).toMatch(/<button type="submit" disabled>/);
  });

  it('share a job, and invite people', async () => {
    const sharing = { object: 'job_sharing', job_id: 'job_1', visibility: 'PRIVATE', shares: [] };
    const { open, post, sent } = await testConsole({
      ...answers(),
      'GET /jobs/job_1/share': () => sharing,
      'PATCH /jobs/job_1/share': () => sharing,
    });
    expect((await open('jobs/job_1/share')).body).toMatch(/value="PRIVATE" checked|checked value="PRIVATE"/);
    await post('jobs/job_1/share', { visibility: 'PUBLIC' });
    await post('jobs/job_1/share', { invite: ' ada@example.org ' });
    expect(sent.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toEqual([
      { visibility: 'PUBLIC' },
      { visibility: 'INVITED', add_invites: ['ada@example.org'] },
    ]);
  });
});

describe('the sharing of a job', () => {
  const shares = [{ id: 'shr_1', email: 'bob@example.org', claimed: true, claimed_at: '2026-03-01T12:05:00.000Z' }];
  const sharing = { object: 'job_sharing', job_id: 'job_1', visibility: 'INVITED', shares };
  const sessionOf = (role: string) => ({
    ...{ object: 'current_session', kind: 'session', id: 'ses_1' },
    user: { id: 'usr_2', email: 'eve@example.org', name: 'Eve' },
    workspace: { id: 'ws_1', name: 'Enzyme group', role },
  });

  it.each([
    ['member', false],
    ['viewer', false],
    ['admin', true],
    ['owner', true],
  ])('has forms for a %s who did not submit it: %s', async (role, mayChange) => {
    const { open } = await testConsole({
      ...answers(),
      'GET /jobs/job_1/share': () => sharing,
      'GET /session': () => sessionOf(role),
    });
    const { body } = await open('jobs/job_1/share');
    expect(body.includes('/jobs/job_1/share"')).toBe(mayChange);
    expect(body).toContain('Invited people');
    expect(body).toContain('bob@example.org');
    expect(textOf(body)).toContain('opened 2026-03-01 12:05 UTC');
    expect(body).toContain('http://127.0.0.1:8080/share/job_1');
    expect(body).toContain('/jobs/job_1/share/preview"');
  });
});

describe('the end of sharing', () => {
  it.each([
    ['2096-03-01T12:00:00.000Z', 'Sharing ends 2096-03-01 12:00 UTC.', ['keep', 'never', '7', '30']],
    ['2026-03-01T12:00:00.000Z', 'Sharing ended 2026-03-01 12:00 UTC.', ['7', '30', 'never']],
    [undefined, 'When sharing ends', ['never', '7', '30']],
  ])('at %s is shown as %j', async (expires_at, text, choices) => {
    const sharing = { object: 'job_sharing', job_id: 'job_1', visibility: 'PUBLIC', shares: [], expires_at };
    const { open } = await testConsole({ ...answers(), 'GET /jobs/job_1/share': () => sharing });
    const { body } = await open('jobs/job_1/share');
    expect(textOf(body)).toContain(text);
    const [select] = /<select name="ends">.*?<\/select>/s.exec(body)!;
    expect([...select.matchAll(/value="(\w*)"/g)].map(([, value]) => value)).toEqual(choices);
  });
});

describe('the preview of a shared job', () => {
  it('is the page of strangers, with the results, and without inputs, people and credits', async () => {
    const { open } = await testConsole(answers());
    const { statusCode, body } = await open('jobs/job_1/share/preview');
    expect(statusCode).toBe(200);
    const shown = textOf(/<main.*<\/main>/s.exec(body)![0]);
    expect(shown).toContain('This is what people see with whom you share the job.');
    for (const part of ['Lysozyme', 'completed', 'table.tsv', '129']) expect(shown).toContain(part);
    expect(shown).not.toMatch(/Ada|credit|Submitted by|Cost/);
    // Its pictures and files are those of the workspace: strangers cannot open them before the job is shared.
    expect(body).toContain('/w/ws_1/jobs/job_1/pictures/itm_2"');
    expect(body).not.toContain('share/job_1/');
  });
});

describe('the bytes of a result', () => {
  it('are passed on as a download, in ranges', async () => {
    const { open, sent } = await testConsole({
      'GET /results/job_1/items/itm_1': () =>
        new Response('bc', {
          status: 206,
          headers: {
            'content-type': 'text/plain',
            'content-range': 'bytes 1-2/3',
            'content-disposition': 'attachment',
          },
        }),
    });
    const { statusCode, body, headers } = await open('jobs/job_1/items/itm_1', { range: 'bytes=1-2' });
    expect([statusCode, body]).toEqual([206, 'bc']);
    expect(headers).toMatchObject({ 'content-range': 'bytes 1-2/3', 'content-disposition': 'attachment' });
    expect(sent[0]!.headers.get('range')).toBe('bytes=1-2');
  });

  it('are a picture that can run nothing, and only for an SVG', async () => {
    const { open } = await testConsole({
      ...answers(),
      'GET /results/job_1/items/itm_2': () => new Response('<svg/>'),
    });
    const { headers, body } = await open('jobs/job_1/pictures/itm_2');
    expect([headers['content-type'], body]).toEqual(['image/svg+xml', '<svg/>']);
    expect(headers['content-security-policy']).toBe("default-src 'none'; style-src 'unsafe-inline'; sandbox");
    expect((await open('jobs/job_1/pictures/itm_1')).statusCode).toBe(404);
  });

  it('are pictures of a page that ask for the result together, and read it once', async () => {
    const { open, sent } = await testConsole({
      ...answers(),
      'GET /results/job_1/items/itm_2': () => new Response('<svg/>'),
    });
    const opened = await Promise.all([1, 2, 3].map(() => open('jobs/job_1/pictures/itm_2')));
    expect(opened.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(sent.filter(({ path }) => path === '/results/job_1')).toHaveLength(1);
  });
});

describe('the rows of a result', () => {
  it('are read by the viewer, and are a download of CSV', async () => {
    const { open } = await testConsole(answers());
    const rows = await open('jobs/job_1/rows/properties.jsonl');
    expect([rows.headers['content-type'], rows.body]).toEqual([
      'application/jsonl',
      '{"value":{"id":"<b>x</b>","length":129}}\n',
    ]);
    const csv = await open('jobs/job_1/rows/properties.csv');
    expect(csv.headers['content-disposition']).toBe('attachment; filename="properties.csv"');
    expect(csv.body).toBe('"id","length"\r\n"<b>x</b>",129\r\n');
  });

  it('come from the file of a large table', async () => {
    const table = { ...file, output_port_id: 'properties', format: 'JSONL' };
    const { open } = await testConsole({
      ...answers(),
      'GET /results/job_1': () => ({ ...result, files: [table] }),
      'GET /results/job_1/items/itm_1': () => new Response('{"value":{"id":"a"}}\n{"value":{"id":"b","length":2}}\n'),
    });
    const { body } = await open('jobs/job_1/rows/properties.csv');
    expect(body).toBe('"id","length"\r\n"a",\r\n"b",2\r\n');
    const rows = await open('jobs/job_1/rows/properties.jsonl');
    expect([rows.headers['content-type'], rows.body.split('\n').length]).toEqual(['application/jsonl', 3]);
  });

  it('are named when they come after the first part of a large result', async () => {
    const table = { ...file, output_port_id: 'contacts', format: 'JSONL' };
    const { open } = await testConsole({
      ...answers(),
      'GET /results/job_1': () =>
        Response.json({ ...result, files: [table] }, { headers: { link: '</next>; rel="next"' } }),
    });
    expect(textOf((await open('jobs/job_1')).body)).toContain('More tables: contacts. Download them as files');
  });

  it('are not found for a port without rows, and for a job of someone else', async () => {
    const { open } = await testConsole(answers());
    expect((await open('jobs/job_1/rows/table.csv')).statusCode).toBe(404);
    expect((await open('jobs/job_9/rows/properties.csv')).statusCode).toBe(404);
  });
});

it('passes on the event stream of a job', async () => {
  const { open } = await testConsole({
    'GET /jobs/job_1/events': () =>
      new Response('event: terminal\ndata: {}\n\n', { headers: { 'content-type': 'text/event-stream' } }),
  });
  const { headers, body } = await open('jobs/job_1/events');
  expect([headers['content-type'], body]).toEqual(['text/event-stream', 'event: terminal\ndata: {}\n\n']);
  expect((await open('jobs/job_9/events')).statusCode).toBe(204);
});

it('writes a methods paragraph with versions, settings, dataset and papers', () => {
  const dataset = { id: 'uniref50', release: '2026_01', sha256: 'a'.repeat(64) } as never;
  const citation = { text: 'Gasteiger et al. 2005.', doi: '10.1385/1-59259-890-0:571' };
  expect(methodsOf(details({ dataset }), { citation } as never)).toBe(
    [
      'Protein properties 3.0.0 was run against uniref50, release 2026_01, on one input with by_chain = true and otherwise default settings (Rotamer job job_1, 2026-03-01).',
      'Gasteiger et al. 2005. https://doi.org/10.1385/1-59259-890-0:571',
    ].join('\n'),
  );
});
