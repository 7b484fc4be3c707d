import { afterAll, expect, it } from 'vitest';
import { testGateway } from '../../testing/testGateway.ts';
import { testRun } from '../../testing/testWorkflows.ts';

const { app, workflows, issueSession, signIn, issueKey, stop } = await testGateway({
  consoleUrl: 'http://127.0.0.1:1',
});
afterAll(stop);

const run = testRun();
workflows.runs.set(run.id, run);
const page = `/workflow-runs/${run.id}/review`;
const see = (cookies = {}, url = page) => app.inject({ url, cookies });

it('leads a person to the review in the console', async () => {
  const { statusCode, headers } = await see({ rotamer_8080: await issueSession() });
  expect([statusCode, headers.location]).toEqual([303, `../../w/ws_1/runs/${run.id}/review`]);
  expect(headers['cache-control']).toBe('private, no-store');
});

it('leads a member to the workspace of the run, and does not reveal the workspace of other runs', async () => {
  const [own, foreign, unknown] = [testRun({ workspaceId: 'ws_2' }), testRun({ workspaceId: 'ws_3' }), testRun()];
  for (const one of [own, foreign]) workflows.runs.set(one.id, one);
  const cookies = { rotamer_8080: await signIn() };
  const placeOf = async ({ id }: { id: string }) =>
    String((await see(cookies, `/workflow-runs/${id}/review`)).headers.location).split('/')[3];
  expect([await placeOf(own), await placeOf(foreign), await placeOf(unknown)]).toEqual(['ws_2', 'ws_1', 'ws_1']);
});

it('leads others to the page that signs in, and does not reveal whether the run exists', async () => {
  workflows.calls.length = 0;
  for (const id of [run.id, testRun().id]) {
    const { statusCode, headers } = await see({ rotamer_8080: issueKey() }, `/workflow-runs/${id}/review`);
    const next = encodeURIComponent(`/workflow-runs/${id}/review`);
    expect([statusCode, headers.location]).toEqual([303, `../../login?next=${next}`]);
  }
  expect(workflows.calls).toEqual([]);
  expect((await see({}, '/workflow-runs/nonsense/review')).statusCode).toBe(404);
});

it('names the call of the API where nobody can sign in', async () => {
  const signInWays = { takeLocalLink: undefined };
  const closed = await testGateway({ consoleUrl: 'http://127.0.0.1:1', signInWays });
  const { statusCode, body } = await closed.app.inject(page);
  await closed.stop();
  expect(statusCode).toBe(401);
  expect(body).toContain(`POST /api/v1/workflow-runs/${run.id}/curation`);
});

it('does not exist where no console is running', async () => {
  const alone = await testGateway();
  const { statusCode } = await alone.app.inject(page);
  await alone.stop();
  expect(statusCode).toBe(404);
});
