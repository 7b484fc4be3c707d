import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { errorOf, fileOf, JOB, jobOf, KEY, resultOf, testCompat } from '../testing/testCompat.ts';

const { app, sent, answers } = await testCompat();
afterAll(() => app.close());

const RID = '01KJMMA2G0E9DTSEZYYWPSS2BM';
const QUERY = 'KVFGRCELAAAMKRHGLDNYRGYSLGNWVCAAKFESNFNTQATNRNTDGSTDYGILQINS';

beforeEach(() => {
  sent.length = 0;
  for (const route of Object.keys(answers)) delete answers[route];
  answers['POST /jobs'] = { status: 202, body: jobOf('PENDING', 'blast-search') };
});

const ask = (fields: Record<string, string>) =>
  app.inject({
    method: 'POST',
    url: `/k/${KEY}/blast/Blast.cgi`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  });
const put = (fields: Record<string, string> = {}) =>
  ask({ CMD: 'Put', PROGRAM: 'blastp', DATABASE: 'swissprot', QUERY, ...fields });
const get = (fields: Record<string, string> = {}) => ask({ CMD: 'Get', RID, ...fields });

describe('CMD=Put', () => {
  it('submits a search and returns its RID and RTOE as clients parse them', async () => {
    const answer = await put();
    expect(answer.headers['content-type']).toMatch(/^text\/plain/);
    expect(answer.body).toMatch(
      new RegExp(`^<!--\nQBlastInfoBegin\n {4}RID = ${RID}\n {4}RTOE = \\d+\nQBlastInfoEnd\n`),
    );
    expect(sent[0]).toMatchObject({ method: 'POST', path: '/jobs', headers: { authorization: `Bearer ${KEY}` } });
    expect(sent[0]!.body).toEqual({
      tool: 'blast-search',
      name: 'blastp of Query_1',
      input: {
        inputs: [
          {
            ...{ id: 'query', slotId: 'queries', kind: 'protein', format: 'FASTA', source: { type: 'text' } },
            content: `>Query_1\n${QUERY}\n`,
          },
        ],
      },
      settings: { program: 'blastp', database: 'swissprot', evalue: 10, max_target_seqs: 100, xml: true },
    });
  });

  it.each([
    [
      { EXPECT: '0.001', HITLIST_SIZE: '5', WORD_SIZE: '3' },
      { evalue: 0.001, max_target_seqs: 5, word_size: 3 },
    ],
    [
      { GAPCOSTS: '11 1', MATRIX_NAME: 'PAM30' },
      { gap_open: 11, gap_extend: 1, matrix: 'PAM30' },
    ],
    [{ FILTER: 'mL' }, { low_complexity: true, soft_masking: true }],
    [{ FILTER: 'T' }, { low_complexity: true, soft_masking: false }],
    [{ FILTER: 'F', ENTREZ_QUERY: '(none)' }, { low_complexity: false }],
    [{ ENTREZ_QUERY: 'txid9606[ORGN]' }, { taxids: '9606' }],
    [
      { ENTREZ_QUERY: '(txid9606[Organism:exp] OR txid10090 [orgn]) NOT txid63221[ORGN] NOT txid2[ORGN]' },
      { taxids: '9606,10090', exclude_taxids: '63221,2' },
    ],
    [{ EQ_TEXT: 'all[filter] NOT txid9606[ORGN]' }, { exclude_taxids: '9606' }],
    [
      { PROGRAM: 'blastn', MEGABLAST: 'on', QUERY: 'ACGT' },
      { program: 'blastn', task: 'megablast' },
    ],
    [
      { SHORT_QUERY_ADJUST: 'true', QUERY: 'KVFGRCEL' },
      { task: 'blastp-short', evalue: 1000 },
    ],
    [{ DATABASE: 'nr' }, { database: 'uniref50' }],
    [{ DATABASE: 'pdb' }, { database: 'pdb-seqres' }],
    [{ DATABASE: 'my-antibodies@2026_04' }, { database: 'my-antibodies@2026_04' }],
  ])('reads %j as settings of blast-search', async (fields, settings) => {
    await put(fields);
    expect(sent[0]!.body.settings).toMatchObject(settings);
  });

  it('searches a saved file where DATABASE is the id of one', async () => {
    await put({ DATABASE: 'file_01abc', PROGRAM: 'tblastn' });
    const { input, settings } = sent[0]!.body;
    expect(input.inputs[1]).toMatchObject({
      slotId: 'database',
      kind: 'dna',
      source: { type: 'file', file_id: 'file_01abc' },
    });
    expect(settings.database).toBeUndefined();
  });

  it.each([
    [{ ENTREZ_QUERY: 'Homo sapiens[organism]' }, /ENTREZ_QUERY 'Homo.*no Entrez/],
    [{ ENTREZ_QUERY: 'txid9606[ORGN] AND 1990[dp]' }, /no Entrez, only taxa such as txid9606/],
    [{ PROGRAM: 'psiblast' }, /PROGRAM must be one of blastp/],
    [{ QUERY: '' }, /QUERY is missing/],
    [{ DATABASE: 'nr swissprot' }, /must name one database/],
    [{ EXPECT: 'low' }, /EXPECT must be a number/],
    [{ GAPCOSTS: '11' }, /GAPCOSTS must be two numbers/],
    [{ SPEED: 'high' }, /SPEED is not supported/],
  ])('refuses %j in a line that Biopython reads', async (fields, message) => {
    const answer = await put(fields as Record<string, string>);
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toMatch(/^Message ID#\d+ Error: [^<\n]+\n$/);
    expect(answer.body).toMatch(message);
    expect(sent).toEqual([]);
  });

  it('names the parameters of the protocol in problems that the API found', async () => {
    const problems = [
      { path: 'input.inputs[0].content', message: "line 2: character '1' is not an amino acid code" },
      { path: 'settings.database', message: 'no dataset swissprot; there are: pdb-seqres' },
      { path: 'settings.evalue', message: 'must be <= 1000' },
    ];
    answers['POST /jobs'] = { status: 400, body: errorOf('validation_error', 'wrong', problems) };
    expect((await put({ EXPECT: '2000' })).body).toBe(
      "Message ID#24 Error: QUERY: line 2: character '1' is not an amino acid code; DATABASE: no dataset swissprot; " +
        'there are: pdb-seqres; EXPECT: must be (= 1000\n',
    );
  });

  it.each([
    ['concurrent_job_limit_exceeded', 402, 429],
    ['rate_limited', 429, 429],
    ['service_unavailable', 503, 503],
    ['insufficient_credits', 402, 200],
    ['budget_exceeded', 402, 200],
    ['forbidden', 403, 403],
  ])('returns %s as text, never as a page', async (code, status, shown) => {
    answers['POST /jobs'] = { status, headers: { 'retry-after': '7' }, body: errorOf(code, 'The limit is 10.') };
    const answer = await put();
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([shown, '7']);
    expect(answer.headers['content-type']).toMatch(/^text\/plain/);
    expect(answer.body).toBe('Message ID#0 Error: The limit is 10. Do something else.\n');
  });

  it('asks for a name and password without a key, and takes the key from Basic, Bearer and X-API-Key', async () => {
    const without = await app.inject({ url: `/blast/Blast.cgi?CMD=Get&RID=${RID}` });
    expect([without.statusCode, without.headers['www-authenticate']]).toEqual([401, expect.stringContaining('Basic')]);
    for (const headers of [
      { authorization: `Basic ${Buffer.from(`blast:${KEY}`).toString('base64')}` },
      { authorization: `Bearer ${KEY}` },
      { 'x-api-key': KEY },
    ]) {
      const answer = await app.inject({ url: `/Blast.cgi?CMD=Get&RID=${RID}&FORMAT_OBJECT=SearchInfo`, headers });
      expect(answer.body).toContain('Status=UNKNOWN');
    }
  });
});

describe('CMD=Get', () => {
  const ended = (status: string, error: string | null = null) => {
    answers[`GET /jobs/${JOB}`] = { body: jobOf(status, 'blast-search', { error }) };
    const files = [fileOf('xml', 'report.xml'), fileOf('report', 'report.txt'), fileOf('hits_table', 'hits.tsv')];
    answers[`GET /results/${JOB}`] = { body: resultOf(files, ['summary', 'hits']) };
    answers[`GET /results/${JOB}/items/itm_xml`] = { body: '<BlastOutput/>' };
    answers[`GET /results/${JOB}/items/itm_report`] = { body: 'BLASTP 2.12.0+' };
    answers[`GET /results/${JOB}/items/itm_hits_table`] = { body: `qseqid\tsseqid\n${'x\t'.repeat(11)}50.1\t129\t9\n` };
  };

  it.each([
    ['QUEUED', 'Status=WAITING'],
    ['COMPLETED', 'Status=READY'],
    ['TIMEOUT', 'Status=FAILED'],
  ])('says of a job that is %s: %s', async (status, line) => {
    ended(status);
    const answer = await get({ FORMAT_OBJECT: 'SearchInfo' });
    expect([answer.statusCode, answer.body]).toEqual([200, expect.stringMatching(new RegExp(`^\\s+${line}$`, 'm'))]);
    expect(/^\s+ThereAreHits=yes$/m.test(answer.body)).toBe(status === 'COMPLETED');
  });

  it('returns XML, text and tables', async () => {
    ended('COMPLETED');
    const xml = await get({ FORMAT_TYPE: 'XML' });
    expect([xml.headers['content-type'], xml.body]).toEqual(['text/xml; charset=utf-8', '<BlastOutput/>']);
    expect((await get()).body).toBe('BLASTP 2.12.0+');
    const lines = (await get({ FORMAT_TYPE: 'Text', ALIGNMENT_VIEW: 'Tabular' })).body.split('\n');
    expect(lines[1]).toBe(`# RID: ${RID}`);
    expect(lines[3]).toBe(`${'x\t'.repeat(11)}50.1`);
  });

  it.each(['HTML', 'XML2', 'JSON2'])('refuses FORMAT_TYPE=%s, naming the formats that exist', async (type) => {
    ended('COMPLETED');
    expect((await get({ FORMAT_TYPE: type })).body).toContain('use FORMAT_TYPE=XML, Text or Tabular');
  });

  it('waits for a search that is about to end', async () => {
    ended('PROCESSING');
    const events = 'event: status\ndata: {}\n\nevent: terminal\ndata: {}\n\n';
    Object.defineProperty(answers, `GET /jobs/${JOB}/events`, {
      configurable: true,
      enumerable: true,
      get: () => {
        ended('COMPLETED');
        return { body: events };
      },
    });
    expect((await get({ FORMAT_TYPE: 'XML' })).body).toBe('<BlastOutput/>');
  });

  it('reports a failed search with its reason, and an unknown one, with an error status', async () => {
    ended('FAILED', 'The database was deleted.');
    const failed = await get();
    expect([failed.statusCode, failed.body]).toEqual([410, expect.stringContaining('The database was deleted.')]);
    for (const rid of ['01KJMMA2G0E9DTSEZYYWPSS2BX', '../../account', '']) {
      const unknown = await get({ RID: rid });
      expect([unknown.statusCode, unknown.body]).toEqual([404, expect.stringContaining('Status=UNKNOWN')]);
    }
  });

  it('says WAITING to a poll above the rate limit', async () => {
    answers[`GET /jobs/${JOB}`] = { status: 429, body: errorOf('rate_limited', 'Rate limit exceeded.') };
    const answer = await get({ FORMAT_OBJECT: 'SearchInfo' });
    expect([answer.statusCode, answer.body]).toEqual([200, expect.stringContaining('Status=WAITING')]);
  });
});

it('ends a search with CMD=Delete, and lists databases with CMD=Info', async () => {
  answers[`GET /jobs/${JOB}`] = { body: jobOf('PROCESSING', 'blast-search') };
  answers[`POST /jobs/${JOB}/stop`] = { body: {} };
  await ask({ CMD: 'Delete', RID });
  expect(sent.map(({ method, path }) => `${method} ${path}`)).toContain(`POST /jobs/${JOB}/stop`);
  answers['GET /datasets'] = { body: { data: [{ id: 'pfam' }, { id: 'swissprot' }] } };
  expect((await ask({ CMD: 'Info' })).body).toBe('pfam\nswissprot\n');
});

it('refuses forms of more than 1 MiB, repeated parameters and other media types', async () => {
  expect((await put({ QUERY: 'A'.repeat(1024 * 1024) })).body).toMatch(/larger than 1024 KiB/);
  const twice = await app.inject({ url: `/k/${KEY}/Blast.cgi?CMD=Get&RID=A&RID=B` });
  expect(twice.body).toContain('RID is given twice');
  const json = await app.inject({ method: 'POST', url: `/k/${KEY}/Blast.cgi`, payload: { CMD: 'Put' } });
  expect(json.body).toContain('Send a form');
});

it('refuses a request that a page of another site makes a browser send', async () => {
  const headers = {
    'sec-fetch-site': 'cross-site',
    authorization: `Basic ${Buffer.from(`:${KEY}`).toString('base64')}`,
  };
  const answer = await app.inject({ url: '/Blast.cgi?CMD=Put&PROGRAM=blastp&DATABASE=pdb&QUERY=KVF', headers });
  expect([answer.statusCode, sent.length]).toEqual([403, 0]);
});

it('reads forms of curl -F', async () => {
  const form = new FormData();
  for (const [name, value] of Object.entries({ CMD: 'Put', PROGRAM: 'blastp', DATABASE: 'pdb', QUERY }))
    form.set(name, value);
  const request = new Request('http://x', { method: 'POST', body: form });
  const answer = await app.inject({
    method: 'POST',
    url: `/k/${KEY}/Blast.cgi`,
    headers: { 'content-type': request.headers.get('content-type')! },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  expect(answer.body).toContain('RID =');
});
