import { findTool } from '@rotamer/tools/catalogue.ts';
import { Value } from 'typebox/value';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { dispatcherForms } from '../testing/dispatcherForms.ts';
import { errorOf, fileOf, JOB, jobOf, KEY, resultOf, testCompat } from '../testing/testCompat.ts';
import { services } from './services/services.ts';

const { app, sent, answers } = await testCompat();
afterAll(() => app.close());

const TAIL = JOB.slice('job_'.length);
const BASE = `/k/${KEY}/Tools/services/rest`;

beforeEach(() => {
  sent.length = 0;
  for (const route of Object.keys(answers)) delete answers[route];
  answers['POST /jobs'] = { status: 202, body: jobOf('PENDING', 'any') };
});

const get = (path: string, accept?: string) => app.inject({ url: BASE + path, headers: accept ? { accept } : {} });
const run = (service: string, form: string) =>
  app.inject({
    method: 'POST',
    url: `${BASE}/${service}/run/`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: form,
  });
const runWith = (service: string, fields: Record<string, string>) => {
  const form = new URLSearchParams(dispatcherForms[service]);
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return run(service, form.toString());
};

describe('run', () => {
  it('has a recorded form of each service', () => {
    expect(Object.keys(dispatcherForms).sort()).toEqual([...services.keys()].sort());
  });

  it.each(Object.entries(dispatcherForms))('takes the defaults of the Python client of %s', async (service, form) => {
    const answer = await run(service, form);
    expect([answer.statusCode, answer.body]).toEqual([200, `${service}-${TAIL}`]);
    const { tool, input, settings } = sent[0]!.body;
    const { contract } = findTool(tool)!;
    const { database, ...others } = settings;
    expect(Object.keys(others).filter((name) => !(name in contract.settings.properties))).toEqual([]);
    expect([...Value.Errors(contract.settings, { ...Value.Create(contract.settings), ...others })]).toEqual([]);
    const slots = contract.slots.map(({ id }) => id);
    expect(input.inputs.filter(({ slotId }: { slotId: string }) => !slots.includes(slotId))).toEqual([]);
    expect(database).toBe(
      { hmmer3_hmmscan: 'pfam', ncbiblast: 'swissprot', hmmer3_phmmer: 'swissprot', hmmer3_nhmmer: 'genomes' }[service],
    );
  });

  it.each([
    [
      'ncbiblast',
      { program: 'blastx', task: 'blastn', match_scores: '1,-3', matrix: 'NONE' },
      { program: 'blastx', task: undefined, reward: undefined, matrix: undefined },
    ],
    [
      'ncbiblast',
      { program: 'blastn', task: 'megablast', match_scores: '1,-3' },
      { task: 'megablast', reward: 1, penalty: -3, matrix: undefined },
    ],
    [
      'ncbiblast',
      { scores: '7', exp: '1e-5', compstats: 'D', filter: 'T' },
      { max_target_seqs: 7, evalue: 1e-5, comp_based_stats: 2, low_complexity: true },
    ],
    [
      'hmmer3_phmmer',
      { E: '0.01', domE: '0.1', nobias: 'True' },
      { evalue: 0.01, domain_evalue: 0.1, bias_filter: false },
    ],
    [
      'hmmer3_phmmer',
      { mx: 'PAM30', popen: '0.05', pextend: '0.3', incdomE: '1e-3' },
      { matrix: 'PAM30', gap_open: 0.05, gap_extend: 0.3, inclusion_domain_evalue: 1e-3, report: true },
    ],
    ['hmmer3_nhmmer', { E: '0.01', incE: '1e-3', nhits: '7' }, { evalue: 0.01, inclusion_evalue: 1e-3, max_hits: 7 }],
    ['hmmer3_hmmscan', { cut_ga: 'false', E: '0.01' }, { cutoffs: 'none', evalue: 0.01 }],
    [
      'clustalo',
      { outfmt: 'stockholm', mbed: 'false', iterations: '2' },
      { output: 'stockholm', full_distance_matrix: true, iterations: 2 },
    ],
    [
      'mafft',
      { ffts: 'localpair', maxiterate: '1000', matrix: 'jtt200', order: 'input' },
      { strategy: 'linsi', max_iterations: 1000, matrix: 'jtt200', reorder: false },
    ],
    ['kalign', { gapopen: '5.5', format: 'fasta' }, { gap_open: 5.5, output: 'fa' }],
    [
      'emboss_needle',
      { matrix: 'EBLOSUM45', endweight: 'true' },
      { mode: 'global', matrix: 'BLOSUM45', end_gap_penalty: true, end_gap_open: 10 },
    ],
    ['emboss_water', { gapopen: '12' }, { mode: 'local', gap_open: 12, end_gap_open: undefined }],
  ])('reads parameters of %s: %j', async (service, fields, settings) => {
    const answer = await runWith(service, fields as Record<string, string>);
    expect(answer.statusCode, answer.body).toBe(200);
    for (const [name, value] of Object.entries(settings))
      expect([name, sent[0]!.body.settings[name]]).toEqual([name, value]);
  });

  it.each([
    ['AUGGCU', 'rna'],
    ['ACGTN', 'dna'],
    ['KVFGR', 'protein'],
  ])('takes the kind of %s from its letters without stype', async (sequence, kind) => {
    await runWith('muscle', { sequence: `>a\n${sequence}\n>b\n${sequence}` });
    expect(sent[0]!.body.input.inputs[0].kind).toBe(kind);
  });

  it.each([
    ['muscle', { tree: 'tree1' }, 'tree &apos;tree1&apos; is not supported'],
    ['ncbiblast', { seqrange: '1-9' }, 'seqrange &apos;1-9&apos; is not supported'],
    ['kalign', { speed: '<1>' }, 'speed is not supported by Rotamer'],
    ['ncbiblast', { database: '' }, 'database is missing'],
    ['iprscan5', {}, 'Rotamer has no service iprscan5'],
  ])('refuses %s with %j, in the document that clients print', async (service, fields, message) => {
    const answer = await runWith(service, fields as Record<string, string>);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([400, 'application/xml; charset=utf-8']);
    expect(answer.body).toContain(`<error><description>${message}`);
    expect(sent).toEqual([]);
  });

  it('names its own parameters in problems that the API found, and keeps limits as 429', async () => {
    const problems = [{ path: 'input.inputs[1].content', message: 'has <3 residues' }];
    answers['POST /jobs'] = { status: 400, body: errorOf('validation_error', 'wrong', problems) };
    const wrong = await runWith('emboss_needle', {});
    expect(wrong.body).toContain('Invalid parameters: bsequence: has &lt;3 residues');
    answers['POST /jobs'] = { status: 402, body: errorOf('daily_limit_exceeded', 'Enough for today.') };
    expect((await runWith('kalign', {})).statusCode).toBe(429);
  });

  it.each([
    ['insufficient_credits', 402, 'The job needs 3 credits; the workspace has 1.5 available.'],
    ['budget_exceeded', 402, 'The job needs 3 credits; the budget of your key for the day (UTC) has 1.5 left.'],
    ['forbidden', 403, 'This API key lacks the scope jobs:write.'],
  ])('tells %s as a document with the reason', async (code, status, message) => {
    answers['POST /jobs'] = { status, body: errorOf(code, message) };
    const answer = await runWith('kalign', {});
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([status, 'application/xml; charset=utf-8']);
    expect(answer.body).toContain(`<error><description>${message.replace("'", '&apos;')}`.slice(0, 60));
  });
});

describe('what a service says about itself', () => {
  it('lists parameters as XML, and as JSON where it is asked for', async () => {
    expect((await get('/kalign/parameters')).body).toMatch(/^<\?xml[^>]+>\n<parameters><id>sequence<\/id>/);
    const { parameters } = (await get('/kalign/parameters', 'application/json')).json();
    expect(parameters).toEqual(['sequence', 'stype', 'format', 'gapopen', 'gapext', 'termgap', 'bonus']);
  });

  it('describes a parameter with its texts and default', async () => {
    const { body } = await get('/mafft/parameterdetails/ffts');
    expect(body).toContain('<value><label>none</label><value>none</value><defaultValue>true</defaultValue></value>');
    const json = (await get('/mafft/parameterdetails/gapopen', 'application/json')).json();
    expect(json).toEqual({ name: 'Gap open', description: 'Cost of a gap', type: 'DOUBLE' });
    expect((await get('/mafft/parameterdetails/__proto__')).statusCode).toBe(400);
  });
});

describe('a job', () => {
  it.each([
    ['QUEUED', 'QUEUED'],
    ['RETRY', 'QUEUED'],
    ['PROCESSING', 'RUNNING'],
    ['COMPLETED', 'FINISHED'],
    ['TIMEOUT', 'FAILURE'],
  ])('that is %s has the status %s', async (status, word) => {
    answers[`GET /jobs/${JOB}`] = { body: jobOf(status, 'mafft') };
    const answer = await get(`/mafft/status/mafft-${TAIL}`);
    expect([answer.headers['content-type'], answer.body]).toEqual(['text/plain; charset=utf-8', word]);
  });

  it('is NOT_FOUND under another service or for another id, and RUNNING above the rate limit', async () => {
    answers[`GET /jobs/${JOB}`] = { body: jobOf('COMPLETED', 'mafft') };
    for (const path of [
      `muscle/status/muscle-${TAIL}`,
      `muscle/status/mafft-${TAIL}`,
      'mafft/status/mafft-1',
      `mafft/status/${TAIL}`,
    ])
      expect((await get(`/${path}`)).body).toBe('NOT_FOUND');
    answers[`GET /jobs/${JOB}`] = { status: 429, body: errorOf('rate_limited', 'Slower.') };
    expect((await get(`/mafft/status/mafft-${TAIL}`)).body).toBe('RUNNING');
  });

  it('lists its result types and returns each file', async () => {
    answers[`GET /jobs/${JOB}`] = { body: jobOf('COMPLETED', 'clustal-omega') };
    answers[`GET /results/${JOB}`] = { body: resultOf([fileOf('alignment', 'a.afa'), fileOf('formatted', 'a.aln')]) };
    answers[`GET /results/${JOB}/items/itm_formatted`] = { body: 'CLUSTAL' };
    const { types } = (await get(`/clustalo/resulttypes/clustalo-${TAIL}`, 'application/json')).json();
    expect(types.map(({ identifier }: { identifier: string }) => identifier)).toEqual([
      'out',
      'aln-fasta',
      'aln-clustal_num',
    ]);
    const xml = (await get(`/clustalo/resulttypes/clustalo-${TAIL}`)).body;
    expect(xml).toContain('<identifier>out</identifier><label>The alignment</label><mediaType>text/plain</mediaType>');
    const file = await get(`/clustalo/result/clustalo-${TAIL}/aln-clustal_num`);
    expect([file.headers['content-type'], file.body]).toEqual(['text/plain;charset=UTF-8', 'CLUSTAL']);
    expect((await get(`/clustalo/result/clustalo-${TAIL}/pim`)).body).toContain(
      'it has out, aln-fasta, aln-clustal_num',
    );
    expect(sent.filter(({ path }) => path === `/results/${JOB}`)).toHaveLength(1);
  });

  it('that failed says why in place of result types', async () => {
    answers[`GET /jobs/${JOB}`] = { body: jobOf('FAILED', 'muscle', { error: 'MUSCLE ran out of memory.' }) };
    const answer = await get(`/muscle/resulttypes/muscle-${TAIL}`);
    expect([answer.statusCode, answer.body]).toEqual([400, expect.stringContaining('MUSCLE ran out of memory.')]);
  });
});
