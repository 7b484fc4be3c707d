import { randomUUID } from 'node:crypto';
import { expectRefusal } from '@rotamer/test-support/expectRefusal.ts';
import type { WorkflowCuration, WorkflowRun } from '@rotamer/test-support/resources.ts';
import {
  publish,
  reviewedMolecules,
  startRun,
  textOf,
  threeMolecules,
  waitForRun,
} from '@rotamer/test-support/workflows.ts';
import { newWorkspace, type Workspace } from '@rotamer/test-support/workspace.ts';
import { beforeAll, describe, expect, it } from 'vitest';

let workspace: Workspace;
let workflow: string;

beforeAll(async () => {
  workspace = await newWorkspace({ limits: { 'requests-per-minute': 6_000 } });
  workflow = (await publish(workspace, reviewedMolecules)).workflow_id;
});

/** Starts a run, and waits until it pauses for a selection. */
async function paused() {
  const { client } = workspace;
  const { body } = await startRun(client, workflow, { input_data: textOf('molecules', threeMolecules) });
  const run = await waitForRun(client, body.id);
  const url = `/workflow-runs/${run.id}/curation`;
  const curation = (await client.get<WorkflowCuration>(url)).body;
  const decide = (fields: object) =>
    client.post<WorkflowCuration>(url, { candidate_set_digest: curation.candidate_set_digest, ...fields });
  return { client, run, curation, ids: curation.candidates.map(({ id }) => id), decide };
}

describe('a checkpoint', () => {
  it('pauses a run until a person has selected candidates and continued it', async () => {
    const { client, run, curation, ids, decide } = await paused();
    expect(run).toMatchObject({
      status: 'PAUSED',
      pause: { reason: 'curation', node_id: 'review', decided: false },
    });
    expect(curation.candidates.map(({ label }) => label)).toEqual(['butane', 'propane', 'ethane']);
    expectRefusal(await client.post(`/workflow-runs/${run.id}/continue`), 409, 'conflict');

    const criteria = { sort: [{ field: 'amw', direction: 'desc' }] };
    const decided = await decide({ approved_candidate_ids: [ids[0], ids[2]], note: 'The ends', criteria });
    expect(decided.body.decision).toMatchObject({
      approved_candidate_ids: [ids[0], ids[2]],
      rejected_candidate_ids: [ids[1]],
      note: 'The ends',
      criteria,
    });
    expect((await waitForRun(client, run.id)).pause).toMatchObject({ decided: true });
    const continued = await client.post<WorkflowRun>(`/workflow-runs/${run.id}/continue`);
    expect(continued.status).toBe(200);
    const done = await waitForRun(client, run.id, ['COMPLETED']);
    expect(done.attempts).toHaveLength(1);
    expect(done.jobs.filter(({ node_id }) => node_id === 'chosen')).toHaveLength(2);
    expect(done.actual_credits).toBe(3);
    expectRefusal(await client.get(`/workflow-runs/${run.id}/curation`), 409, 'conflict');
    expectRefusal(await client.post(`/workflow-runs/${run.id}/continue`), 409, 'conflict');
  });

  it('refuses a selection from another candidate set, of unknown candidates, or of none', async () => {
    const { client, run, curation, ids, decide } = await paused();
    const other = curation.candidate_set_digest.replace(/^./, (c) => (c === '0' ? '1' : '0'));
    const stale = await decide({ candidate_set_digest: other, approved_candidate_ids: ids });
    expect(expectRefusal(stale, 409, 'conflict').reason).toBe('stale_digest');
    const unknown = await decide({ approved_candidate_ids: [ids[0], 'itm_00000000000000000000000000'] });
    expect(expectRefusal(unknown, 409, 'conflict').reason).toBe('unknown_candidate');
    expectRefusal(await decide({ approved_candidate_ids: [] }), 400, 'validation_error');
    expect((await client.get<WorkflowCuration>(`/workflow-runs/${run.id}/curation`)).body.decision).toBe(null);
  });

  it('refuses a selection of before another attempt, which says who began it, and changes nothing', async () => {
    const { client, run, ids, decide } = await paused();
    await client.post(`/workflow-runs/${run.id}/cancel`);
    await waitForRun(client, run.id, ['CANCELLED']);
    const retry = { mode: 'from_start' };
    await client.post(`/workflow-runs/${run.id}/retry`, retry, { 'idempotency-key': randomUUID() });
    const again = await waitForRun(client, run.id, ['PAUSED']);
    const late = await decide({ approved_candidate_ids: ids, node_id: 'review' });
    expect(expectRefusal(late, 409, 'conflict').reason).toBe('stale_digest');
    const [first, second] = again.attempts.map(({ started_by }) => started_by!.user_id);
    expect([first, second]).toEqual([expect.stringMatching(/^usr_/), first]);
    const after = (await client.get<WorkflowCuration>(`/workflow-runs/${run.id}/curation`)).body;
    expect([after.decision, after.candidates.length]).toEqual([null, 3]);
    const elsewhere = await client.post<WorkflowCuration>(`/workflow-runs/${run.id}/curation`, {
      ...{ candidate_set_digest: after.candidate_set_digest, node_id: 'other' },
      approved_candidate_ids: after.candidates.map(({ id }) => id),
    });
    expect(expectRefusal(elsewhere, 409, 'conflict').reason).toBe('not_at_checkpoint');
  });

  it('accepts one of several concurrent selections, and a repeat of it', async () => {
    const { ids, decide } = await paused();
    const answers = await Promise.all(ids.map((id) => decide({ approved_candidate_ids: [id] })));
    const [won, ...more] = answers.filter(({ status }) => status === 200);
    expect(more).toEqual([]);
    for (const refused of answers.filter(({ status }) => status !== 200)) {
      expect(expectRefusal(refused, 409, 'conflict').reason).toBe('already_decided');
    }
    const approved = won!.body.decision!.approved_candidate_ids;
    const again = await decide({ approved_candidate_ids: approved });
    expect([again.status, again.body.decision]).toEqual([200, won!.body.decision]);
    const widened = await decide({ approved_candidate_ids: ids });
    expect(expectRefusal(widened, 409, 'conflict').reason).toBe('already_decided');
  });
});
