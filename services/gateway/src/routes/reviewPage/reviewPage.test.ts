import { Fault } from '@rotamer/kit/errors/fault.ts';
import { PauseReason, type Run, RunStatus } from '@rotamer/proto/workflows/v1/workflow.ts';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { cookiesOf, hiddenField, linkFrom, linksOn, signInFormOf } from '../../testing/pageForms.ts';
import { testGateway } from '../../testing/testGateway.ts';
import { testCandidate, testDigest, testRun } from '../../testing/testWorkflows.ts';

let now = new Date('2026-03-01T13:00:00.000Z');
const { app, workflows, blobs, workspace, records, issueKey, stop } = await testGateway({ clock: () => now });
afterAll(stop);

const evil = '<script>alert("1")</script>';
const peptide = testCandidate('magainin');
const molecule = testCandidate('aspirin', {
  kind: 'smiles',
  format: 'SMILES',
  content: { $case: 'text', value: 'CC(=O)Oc1ccccc1C(=O)O aspirin\n' },
  metricsJson: JSON.stringify({ molecular_weight: 180.16, stable: false, remark: evil }),
});
await blobs.put('runs/model.pdb', 'ATOM');
const structure = testCandidate('model', {
  kind: 'structure',
  format: 'PDB',
  content: {
    $case: 'artifact',
    value: { key: 'runs/model.pdb', name: 'model.pdb', contentType: 'chemical/x-pdb', sha256: 'ab', size: 4 },
  },
});
const candidates = [peptide, molecule, structure];

let run: Run;
let page: string;

beforeEach(() => {
  workspace.paid = true;
  now = new Date(now.getTime() + 60_000); // a new window for the address, and nothing cached
  run = testRun({ name: 'Peptides' });
  page = `/workflow-runs/${run.id}/review`;
  workflows.runs.set(run.id, run);
  workflows.candidates.set(run.id, candidates);
  workflows.calls.length = 0;
});

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const send = (url: string, fields: [string, string][], cookies = {}, headers = {}) =>
  app.inject({
    method: 'POST',
    url,
    cookies,
    headers: { ...form, ...headers },
    payload: new URLSearchParams(fields).toString(),
  });

async function signIn(key = issueKey()): Promise<Record<string, string>> {
  const given = await enter(key);
  expect([given.statusCode, linkFrom(`${page}/sign-in`, String(given.headers.location))]).toEqual([303, page]);
  return cookiesOf(given);
}

/** Opens and sends the sign-in form. */
async function enter(key: string) {
  const { token, cookies } = await signInFormOf(app, page);
  return send(
    `${page}/sign-in`,
    [
      ['token', token],
      ['key', key],
    ],
    cookies,
  );
}

const see = (cookies = {}, url = page) => app.inject({ url, cookies });

/** Opens the page, and sends its form with these candidates ticked. */
async function decide(cookies: object, approved: string[], fields: [string, string][] = []) {
  const { body } = await see(cookies);
  const kept: [string, string][] = ['token', 'candidate_set_digest'].map((name) => [name, hiddenField(body, name)]);
  const ticked = approved.map((id): [string, string] => ['approved', id]);
  return send(`${page}/decision`, [...fields, ...kept, ...ticked], cookies);
}

const decisionsSent = () => workflows.calls.filter(({ method }) => method === 'decide');

describe('the page', () => {
  it('asks for a key first, and does not reveal whether the run exists', async () => {
    const [shown, unknown] = [await see(), await see({}, `/workflow-runs/${testRun().id}/review`)];
    for (const answer of [shown, unknown]) {
      expect(answer.statusCode).toBe(401);
      expect(answer.body).not.toMatch(/Peptides|magainin/);
    }
    expect(workflows.calls).toEqual([]);
    expect(linksOn(page, shown.body)).toContain(`${page}/sign-in`);
  });

  it('shows the candidates with content, metrics and the digest of the list', async () => {
    const { body, statusCode } = await see(await signIn());
    expect(statusCode).toBe(200);
    expect(body).toContain('<h1>Choose peptides</h1>');
    for (const { id } of candidates) expect(body).toContain(`name="approved" value="${id}"`);
    expect(body).toContain('GIGKFLHSAKKFGKAFVGEIMNS');
    expect(body).toContain('data-smiles="CC(=O)Oc1ccccc1C(=O)O"');
    expect(linksOn(page, body)).toContain(`${page}/candidates/${structure.id}`);
    expect(body).toContain('data-viewer="scene"');
    expect(linksOn(page, body)).toEqual(expect.arrayContaining([`${page}/decision`, '/share/assets/share.css']));
    expect(body).toContain('180.16');
    expect(body).toContain(`<code class="digest">${testDigest(candidates)}</code>`);
  });

  it('escapes everything, runs only our files, and is not cached', async () => {
    const { body, headers } = await see(await signIn());
    expect(body).not.toContain(evil);
    expect(body).toContain('&lt;script&gt;');
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/);
    expect(headers['content-security-policy']).not.toMatch(/unsafe|https?:|\*/);
    expect(headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'private, no-store' });
  });

  it('serves only bytes of candidates, as downloads', async () => {
    const cookies = await signIn();
    const file = await see(cookies, `${page}/candidates/${structure.id}`);
    expect([file.body, file.headers['content-type']]).toEqual(['ATOM', 'application/octet-stream']);
    expect(file.headers['content-disposition']).toMatch(/^attachment; filename="model.pdb"/);
    expect((await see(cookies, `${page}/candidates/${peptide.id}`)).body).toContain('>magainin');
    expect((await see(cookies, `${page}/candidates/itm_other`)).statusCode).toBe(404);
    expect((await see({}, `${page}/candidates/${structure.id}`)).statusCode).toBe(401);
  });

  it.each([
    [PauseReason.MAX_CREDITS, 'its cap of 20 credits does not allow'],
    [PauseReason.INSUFFICIENT_CREDITS, 'does not have enough credits'],
  ])('shows why a run waits for something else: %s', async (reason, words) => {
    run.attempts[0]!.pause!.reason = reason;
    const { body } = await see(await signIn());
    expect(body).toContain(words);
    expect(body).not.toContain('name="approved"');
  });

  it('refreshes while the run continues', async () => {
    Object.assign(run, { status: RunStatus.RUNNING });
    Object.assign(run.attempts[0]!, { status: RunStatus.RUNNING, pause: undefined });
    expect((await see(await signIn())).body).toContain('http-equiv="refresh"');
  });

  it('shows that there is nothing to review when the run ended between two calls', async () => {
    vi.spyOn(workflows, 'getCuration').mockRejectedValueOnce(new Fault('conflict', 'The run is at no checkpoint.'));
    expect((await see(await signIn())).body).toContain('nothing to review');
  });
});

describe('access to the page', () => {
  it('follows the API’s rules for workspace, scope and plan', async () => {
    const other = await see(await signIn(issueKey({ workspaceId: 'ws_other' })));
    const unknown = await see(await signIn(), `/workflow-runs/${testRun().id}/review`);
    expect([other.statusCode, unknown.statusCode]).toEqual([404, 404]);
    expect(other.body).toBe(unknown.body);
    const noScope = await see(await signIn(issueKey({ scopes: ['files:read'] })));
    expect(noScope.statusCode).toBe(403);
    expect(noScope.body).toContain('jobs:read');
    expect((await see({}, '/workflow-runs/nonsense/review')).statusCode).toBe(404);
  });

  it('ends after an hour, or with the key or the plan', async () => {
    const key = issueKey();
    const cookies = await signIn(key);
    expect((await see(cookies)).statusCode).toBe(200);
    workspace.paid = false;
    now = new Date(now.getTime() + 10_000);
    expect((await see(cookies)).statusCode).toBe(401);
    workspace.paid = true;
    now = new Date(now.getTime() + 10_000);
    expect((await see(cookies)).statusCode).toBe(200);
    records.delete(key.slice(9, 17));
    now = new Date(now.getTime() + 10_000);
    expect((await see(cookies)).statusCode).toBe(401);
    const late = await signIn();
    now = new Date(now.getTime() + 3_600_000);
    expect((await see(late)).statusCode).toBe(401);
  });

  it('uses a cookie for these pages only, and refuses an altered cookie', async () => {
    const given = await enter(issueKey());
    expect(given.cookies).toEqual([
      expect.objectContaining({ httpOnly: true, sameSite: 'Lax', maxAge: 3_600, path: '/workflow-runs' }),
    ]);
    const { review_session_8080: session } = await signIn();
    expect((await see({ review_session_8080: session!.replace(/^.{8}/, 'AAAAAAAA') })).statusCode).toBe(401);
  });

  it.each(['', 'nonsense'])('refuses the key %j', async (key) => {
    const refused = await enter(key);
    expect([refused.statusCode, cookiesOf(refused).review_session_8080]).toEqual([401, undefined]);
    expect(refused.body).toContain('role="alert"');
  });
});

describe('a form', () => {
  it('for signing in is accepted only from the browser that it was shown to', async () => {
    const { token } = await signInFormOf(app, page);
    const refused = await send(`${page}/sign-in`, [
      ['token', token],
      ['key', issueKey()],
    ]);
    expect([refused.statusCode, cookiesOf(refused).review_session_8080]).toEqual([401, undefined]);
    expect(refused.body).toContain('This form was not accepted');
  });

  it('expires an hour after its page was shown, even with a newer session', async () => {
    const key = issueKey();
    const { body } = await see(await signIn(key));
    now = new Date(now.getTime() + 3_600_000);
    const fields: [string, string][] = ['token', 'candidate_set_digest'].map((name) => [name, hiddenField(body, name)]);
    const late = await send(`${page}/decision`, [...fields, ['approved', peptide.id]], await signIn(key));
    expect(late.statusCode).toBe(403);
    expect(late.body).toContain('older than an hour');
    expect(decisionsSent()).toEqual([]);
  });

  it.each(['note', 'candidate_set_digest', 'approved', 'token'])(
    'with a NUL in %s is refused by that name',
    async (name) => {
      const answer = await send(`${page}/decision`, [[name, 'a\0b']], await signIn());
      expect(answer.statusCode).toBe(400);
      expect(answer.body).toContain(`${name}: contains a NUL character`);
      expect(decisionsSent()).toEqual([]);
    },
  );
});

describe('a session', () => {
  it('counts towards its key’s rate limit, including downloads of candidates', async () => {
    const key = issueKey();
    const cookies = await signIn(key);
    const { requestsPerMinute } = workspace.limits!;
    const file = `${page}/candidates/${structure.id}`;
    for (let n = 0; n < requestsPerMinute; n++) expect((await see(cookies, file)).statusCode).toBe(200);
    expect((await see(cookies, file)).statusCode).toBe(429);
    expect((await app.inject({ url: '/api/v1/account', headers: { authorization: `Bearer ${key}` } })).statusCode).toBe(
      429,
    );
  });
});

describe('a decision', () => {
  it('is recorded by the API’s call, with the digest of the page', async () => {
    const cookies = await signIn();
    const answer = await decide(cookies, [peptide.id, structure.id], [['note', ' Two\r\nlines ']]);
    expect([answer.statusCode, linkFrom(`${page}/decision`, String(answer.headers.location))]).toEqual([303, page]);
    expect(decisionsSent()[0]).toMatchObject({
      request: {
        runId: run.id,
        candidateSetDigest: testDigest(candidates),
        approvedCandidateIds: [peptide.id, structure.id],
        note: 'Two\nlines',
      },
      scope: { caller: { userId: 'usr_1', workspaceId: 'ws_1' } },
    });
    const { body } = await see(cookies);
    expect(body).toContain('2 of 3 approved by usr_1');
    expect(body).toContain('Two\nlines');
    expect(body).not.toContain('name="approved"');
  });

  it('can be followed by continuing the run', async () => {
    const cookies = await signIn();
    await decide(cookies, [peptide.id]);
    const { body } = await see(cookies);
    const go = () => send(`${page}/continue`, [['token', hiddenField(body, 'token')]], cookies);
    expect((await go()).statusCode).toBe(303);
    expect(workflows.calls.find(({ method }) => method === 'continue')!.request).toEqual({ runId: run.id });
    vi.spyOn(workflows, 'continue').mockRejectedValueOnce(new Fault('conflict', 'The run is not paused.'));
    const refused = await go();
    expect(refused.statusCode).toBe(409);
    expect(refused.body).toContain('The run is not paused.');
  });

  it('from an outdated page is refused, and the current list is shown unticked', async () => {
    const cookies = await signIn();
    const { body } = await see(cookies);
    workflows.candidates.set(run.id, [peptide, molecule]);
    const stale: [string, string][] = [
      ['token', hiddenField(body, 'token')],
      ['candidate_set_digest', hiddenField(body, 'candidate_set_digest')],
      ['approved', peptide.id],
      ['note', 'Mine'],
    ];
    const refused = await send(`${page}/decision`, stale, cookies);
    expect(refused.statusCode).toBe(409);
    expect(refused.body).toContain('Your page was out of date');
    expect(refused.body).toContain(testDigest([peptide, molecule]));
    expect(refused.body).toContain('>Mine</textarea>');
    expect(refused.body).not.toContain(' checked');
    expect(workflows.decisions.has(run.id)).toBe(false);
  });

  it('is refused when another decision was recorded, which is shown', async () => {
    const [one, other] = [await signIn(), await signIn(issueKey({ userId: 'usr_2' }))];
    const { body } = await see(other);
    await decide(one, [peptide.id]);
    const fields: [string, string][] = [
      ['token', hiddenField(body, 'token')],
      ['candidate_set_digest', hiddenField(body, 'candidate_set_digest')],
      ['approved', molecule.id],
    ];
    const refused = await send(`${page}/decision`, fields, other);
    expect(refused.statusCode).toBe(409);
    expect(refused.body).toContain('another one was recorded before');
    expect(refused.body).toContain('1 of 3 approved by usr_1');
  });

  it('needs at least one candidate', async () => {
    const cookies = await signIn();
    const refused = await decide(cookies, [], [['note', 'Mine']]);
    expect(refused.statusCode).toBe(400);
    expect(refused.body).toContain('tick at least one candidate');
    expect(refused.body).toContain('>Mine</textarea>');
    expect(decisionsSent()).toEqual([]);
  });

  it('is refused for viewers and read-only keys', async () => {
    for (const lesser of [issueKey({ role: 'viewer' }), issueKey({ scopes: ['jobs:read'] })]) {
      const cookies = await signIn(lesser);
      const { body } = await see(cookies);
      expect(body).toContain('You may not decide');
      expect(body).not.toContain('name="approved"');
      expect((await decide(cookies, [peptide.id])).statusCode).toBe(403);
    }
    expect(decisionsSent()).toEqual([]);
  });

  it('is refused from other sites and without the token of the page', async () => {
    const cookies = await signIn();
    const { body } = await see(cookies);
    const good: [string, string][] = [
      ['token', hiddenField(body, 'token')],
      ['candidate_set_digest', hiddenField(body, 'candidate_set_digest')],
      ['approved', peptide.id],
    ];
    const withToken = (token: string) =>
      good.map(([name, value]) => [name, name === 'token' ? token : value] as [string, string]);
    const ofOther = hiddenField((await see(await signIn(issueKey({ userId: 'usr_2' })))).body, 'token');
    for (const fields of [good.slice(1), withToken('x'), withToken(ofOther)]) {
      expect((await send(`${page}/decision`, fields, cookies)).statusCode).toBe(403);
    }
    for (const site of ['cross-site', 'same-site']) {
      expect((await send(`${page}/decision`, good, cookies, { 'sec-fetch-site': site })).statusCode).toBe(403);
    }
    expect(decisionsSent()).toEqual([]);
    expect((await send(`${page}/decision`, good, cookies, { 'sec-fetch-site': 'same-origin' })).statusCode).toBe(303);
  });

  it('can approve a thousand candidates', async () => {
    const thousand = Array.from({ length: 1_000 }, (_, n) => testCandidate(`peptide ${n}`));
    workflows.candidates.set(run.id, thousand);
    const answer = await decide(
      await signIn(),
      thousand.map(({ id }) => id),
    );
    expect(answer.statusCode).toBe(303);
    expect(workflows.decisions.get(run.id)!.approvedCandidateIds).toHaveLength(1_000);
  });
});
