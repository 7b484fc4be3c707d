import { gunzipSync } from 'node:zlib';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { errorOf, fileOf, JOB, jobOf, KEY, resultOf, testCompat } from '../testing/testCompat.ts';

const { app, sent, answers } = await testCompat();
afterAll(() => app.close());

const TICKET = JOB.slice('job_'.length);
const Q = '>101\nKVFGRCELAAAMK\n>102\nVLSDAEWQLVLNI\n';

beforeEach(() => {
  sent.length = 0;
  for (const route of Object.keys(answers)) delete answers[route];
  answers['POST /jobs'] = { status: 202, body: jobOf('PENDING', 'msa-search') };
});

const get = (path: string) => app.inject({ url: `/k/${KEY}/colabfold/${path}` });
const post = (path: string, fields: Record<string, string>) =>
  app.inject({
    method: 'POST',
    url: `/k/${KEY}/colabfold/${path}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  });

describe('ticket/msa', () => {
  it('submits the queries and returns a ticket', async () => {
    expect((await post('ticket/msa', { q: Q, mode: 'env' })).json()).toEqual({ id: TICKET, status: 'PENDING' });
    expect(sent[0]!.body).toMatchObject({
      tool: 'msa-search',
      input: { inputs: [{ slotId: 'queries', kind: 'protein', content: Q.trim() }] },
      settings: { filter: true, database: 'uniref50' },
    });
  });

  it('searches the dataset in the address, without the filter where the mode says so', async () => {
    await post('swissprot/ticket/msa', { q: Q, mode: 'env-nofilter' });
    expect(sent[0]!.body.settings).toEqual({ filter: false, database: 'swissprot' });
  });

  it('makes one job of a search that is sent again, and another after that has failed', async () => {
    await post('ticket/msa', { q: Q, mode: 'all' });
    await post('ticket/msa', { q: Q, mode: 'all' });
    await post('ticket/msa', { q: Q, mode: 'nofilter' });
    const keys = sent.map(({ headers }) => headers['idempotency-key']);
    expect([keys[0] === keys[1], keys[0] === keys[2]]).toEqual([true, false]);
    answers['POST /jobs'] = { body: jobOf('FAILED', 'msa-search') };
    sent.length = 0;
    await post('ticket/msa', { q: Q, mode: 'all' });
    expect(new Set(sent.map(({ headers }) => headers['idempotency-key'])).size).toBe(4);
  });

  it.each([
    ['rate_limited', 429, 429, 'RATELIMIT'],
    ['concurrent_job_limit_exceeded', 402, 429, 'RATELIMIT'],
    ['insufficient_credits', 402, 402, 'ERROR'],
    ['budget_exceeded', 402, 402, 'ERROR'],
    ['forbidden', 403, 403, 'ERROR'],
    ['service_unavailable', 503, 503, 'MAINTENANCE'],
  ])('says of %s in the words of the protocol', async (code, status, shown, word) => {
    answers['POST /jobs'] = { status, body: errorOf(code, 'No.') };
    const answer = await post('ticket/msa', { q: Q, mode: 'env' });
    expect([answer.statusCode, answer.json().status]).toEqual([shown, word]);
  });

  it.each([
    ['ticket/msa', { mode: 'env' }, 'q is missing'],
    ['ticket/msa', { q: Q, mode: 'fast' }, "mode must be one of env, all, env-nofilter, nofilter, not 'fast'"],
    ['ticket/pair', { q: Q, mode: 'pairgreedy' }, 'Paired alignments are not available'],
  ])('refuses %s with %j', async (path, fields, message) => {
    const answer = await post(path, fields as unknown as Record<string, string>);
    expect([answer.statusCode, answer.json().status]).toEqual([400, 'ERROR']);
    expect(answer.json().error).toContain(message);
  });

  it('names q in problems of the queries', async () => {
    const problems = [{ path: 'input.inputs[0].content', message: 'line 2: wrong' }];
    answers['POST /jobs'] = { status: 400, body: errorOf('validation_error', 'wrong', problems) };
    expect((await post('ticket/msa', { q: Q, mode: 'env' })).json().error).toBe('q: line 2: wrong');
  });
});

describe('ticket/{id}', () => {
  it.each([
    ['PENDING', 'PENDING'],
    ['RETRY', 'PENDING'],
    ['PROCESSING', 'RUNNING'],
    ['COMPLETED', 'COMPLETE'],
    ['CANCELLED', 'ERROR'],
  ])('says of a job that is %s: %s', async (status, word) => {
    answers[`GET /jobs/${JOB}`] = { body: jobOf(status, 'msa-search') };
    expect((await get(`ticket/${TICKET}`)).json()).toEqual({ id: TICKET, status: word });
  });

  it('says ERROR of a ticket that does not exist, and RUNNING while the API refuses to say', async () => {
    expect((await get(`ticket/${TICKET}`)).json()).toMatchObject({ status: 'ERROR' });
    expect((await get('ticket/..%2Faccount')).json()).toMatchObject({ status: 'ERROR' });
    answers[`GET /jobs/${JOB}`] = { status: 429, body: errorOf('rate_limited', 'Slower.') };
    expect((await get(`ticket/${TICKET}`)).json()).toEqual({ id: TICKET, status: 'RUNNING' });
  });
});

describe('result/download/{id}', () => {
  it('returns an archive with the alignments of all queries, separated by NUL', async () => {
    const [first, second] = ['>101\nKVFGR\n>hit\nKV-GR\n', '>102\nVLSDA\n'];
    answers[`GET /jobs/${JOB}`] = { body: jobOf('COMPLETED', 'msa-search') };
    const file = (order: number, text: string) => ({
      ...fileOf('alignment', `a${order}.a3m`),
      key: `itm_${order}`,
      order,
      size: text.length,
    });
    answers[`GET /results/${JOB}`] = { body: resultOf([file(1, second), fileOf('picture', 'p.svg'), file(0, first)]) };
    answers[`GET /results/${JOB}/items/itm_0`] = { body: first };
    answers[`GET /results/${JOB}/items/itm_1`] = { body: second };
    const answer = await get(`result/download/${TICKET}`);
    const tar = gunzipSync(answer.rawPayload);
    expect(tar.subarray(0, 100).toString().replace(/\0+$/, '')).toBe('uniref.a3m');
    const expected = `${first}\0${second}\0`;
    expect(Number.parseInt(tar.subarray(124, 135).toString(), 8)).toBe(expected.length);
    expect(tar.subarray(512, 512 + expected.length).toString()).toBe(expected);
    expect(tar.toString('latin1')).toContain('bfd.mgnify30.metaeuk30.smag30.a3m');
  });

  it('is an error, not a short archive, when a file cannot be read', async () => {
    answers[`GET /jobs/${JOB}`] = { body: jobOf('COMPLETED', 'msa-search') };
    answers[`GET /results/${JOB}`] = { body: resultOf([fileOf('alignment', 'gone.a3m')]) };
    const outcome = await get(`result/download/${TICKET}`).then(
      ({ statusCode }) => statusCode,
      () => 'cut off',
    );
    expect([500, 'cut off']).toContain(outcome);
  });

  it('refuses a ticket without a result', async () => {
    answers[`GET /jobs/${JOB}`] = { body: jobOf('PROCESSING', 'msa-search') };
    expect((await get(`result/download/${TICKET}`)).json()).toMatchObject({ status: 'ERROR' });
  });
});
