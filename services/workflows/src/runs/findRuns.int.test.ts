import { PauseReason, RunStatus } from '@rotamer/proto/workflows/v1/workflow.ts';
import type { ListRunsRequest } from '@rotamer/proto/workflows/v1/workflows.ts';
import { describe, expect, it } from 'vitest';
import { chemist, library, thin, triage } from '../testing/definitions.ts';
import { startWorkflows } from '../testing/startWorkflows.ts';
import { MOST_SCANNED } from './findRuns.ts';

/** Two workflows of one workspace: one run of each, the first of which waits for a review. */
async function twoRuns() {
  const world = await startWorkflows();
  const owner = await world.published(triage);
  const other = await world.published(thin, {}, { workspaceId: owner.workspaceId });
  const review = await owner.start({ library }, { name: 'Library of March', maxMillicredits: 50_000 });
  await world.settle(chemist);
  const active = await other.start({ [thin.nodes[0]!.id]: '>p\nMKV\n' });
  const list = async (search: Partial<ListRunsRequest> = {}, scope = owner.scope) => {
    const { runs, nextId } = await world.workflows.listRuns({ limit: 10, ...search }, scope);
    return { runs, nextId, ids: runs.map(({ run }) => run!.id) };
  };
  return { ...world, owner, other, review, active, list };
}

describe('ListRuns', () => {
  it('returns runs with status, pause, counts of jobs and credits, newest first', async () => {
    const { workflows, owner, list, review, active } = await twoRuns();
    const { runs, ids, nextId } = await list();
    expect([ids, nextId]).toEqual([[active, review], '']);
    const { run, nodes } = await workflows.getRun({ runId: review }, owner.scope);
    expect(runs[1]).toMatchObject({
      run: {
        workflowName: 'Triage',
        name: 'Library of March',
        status: RunStatus.PAUSED,
        createdBy: owner.userId,
        attempts: [{ pause: { reason: PauseReason.CURATION, decided: false }, maxMillicredits: 50_000 }],
      },
      attempts: 1,
      chargedMillicredits: run!.attempts[0]!.chargedMillicredits,
      done: nodes.reduce((sum, node) => sum + node.done, 0),
      active: 0,
    });
    expect(runs[1]!.done).toBeGreaterThan(0);
  });

  it('returns the runs that match each filter', async () => {
    const { owner, other, list, review, active } = await twoRuns();
    const cases: [Partial<ListRunsRequest>, string[]][] = [
      [{ statuses: [RunStatus.PAUSED, RunStatus.FAILED] }, [review]],
      [{ statuses: [RunStatus.RUNNING] }, [active]],
      [{ pauseReason: PauseReason.CURATION }, [review]],
      [{ pauseReason: PauseReason.MAX_CREDITS }, []],
      [{ workflowId: other.workflowId }, [active]],
      [{ namePart: 'of MARCH' }, [review]],
      [{ namePart: 'triage' }, [active, review]],
      [{ createdBy: owner.userId }, [review]],
      [{ createdAfter: new Date(Date.now() + 60_000) }, []],
      [{ createdBefore: new Date(Date.now() + 60_000) }, [active, review]],
      [{ projectId: 'proj_01kjmma2g0e9dtsezyywpss2bm' }, []],
      [{ unassigned: true, limit: 1 }, [active]],
      [{ beforeId: active }, [review]],
    ];
    for (const [search, expected] of cases) expect((await list(search)).ids, JSON.stringify(search)).toEqual(expected);
    expect((await list({ limit: 1 })).nextId).toBe(active);
  });

  it('returns only runs that the caller may see', async () => {
    const { user, owner, workflows, operator, list, review, active } = await twoRuns();
    expect((await list({}, user().scope)).ids).toEqual([]);
    const member = user({ workspaceId: owner.workspaceId });
    expect((await list({}, member.scope)).ids).toEqual([]);
    const { workspaceId, workflowId } = owner;
    await operator.grant({ workspaceId, workflowId, userId: member.userId, access: 'ACCESS_VIEW' });
    expect((await list({}, member.scope)).ids).toEqual([review]);
    expect((await list({ workflowId })).ids).toEqual([review]);
    expect((await workflows.listRuns({ limit: 10 }, owner.scope)).runs.map(({ run }) => run!.id)).toContain(active);
  });

  it('looks at a bounded number of runs, and goes on after them', async () => {
    const { db, list, review, active } = await twoRuns();
    const copied = `'run_7' || lpad(n::text, 25, '0')`;
    const attempt = `'att_7' || lpad(n::text, 25, '0')`;
    await db.query(
      `insert into runs (id, workspace_id, workflow_id, revision_id, name, created_by, role, attempt_id)
       select ${copied}, workspace_id, workflow_id, revision_id, 'many', created_by, role, ${attempt}
       from runs, generate_series(1, $2) n where id = $1`,
      [active, MOST_SCANNED],
    );
    await db.query(
      `insert into attempts (id, run_id, workspace_id, revision_id, number, mode, status, traceparent, created_at, completed_at)
       select ${attempt}, ${copied}, workspace_id, revision_id, 1, mode, 'COMPLETED', '', created_at, created_at
       from attempts, generate_series(1, $2) n where run_id = $1`,
      [active, MOST_SCANNED],
    );
    const first = await list({ namePart: 'march' });
    expect(first).toMatchObject({ ids: [], nextId: `run_7${'1'.padStart(25, '0')}` });
    expect(await list({ namePart: 'march', beforeId: first.nextId })).toMatchObject({ ids: [review], nextId: '' });
  });
});
