import { randomUUID } from 'node:crypto';
import { itemFault } from '@rotamer/kit/batching/itemError.ts';
import { PlacedHold_Outcome as Outcome, type PlaceAnswer } from '@rotamer/proto/billing/v1/billing.ts';
import { describe, expect, it } from 'vitest';
import { placedHolds, startBilling } from '../testing/startBilling.ts';

function refusal(answer: PlaceAnswer | undefined) {
  return answer?.answer?.$case === 'error' ? itemFault(answer.answer.value) : undefined;
}

describe('PlaceHolds', () => {
  it('returns the first result when an id is repeated, and reserves once', async () => {
    const { placeHold, operator, createWorkspace } = await startBilling();
    const { id: workspaceId } = await createWorkspace(1_000);
    const hold = { holdId: randomUUID(), workspaceId, millicredits: 400 };

    expect(await placeHold(hold)).toMatchObject({ outcome: Outcome.HELD, availableMillicredits: 600 });
    expect(await placeHold(hold)).toMatchObject({ outcome: Outcome.HELD, availableMillicredits: 600 });
    expect(await operator.getWorkspace({ workspaceId })).toMatchObject({ availableMillicredits: 600 });
  });

  it('records what a hold is for, and answers a repeat with the first job', async () => {
    const { placeHold, createWorkspace, db } = await startBilling();
    const { id: workspaceId } = await createWorkspace(1_000);
    const heldFor = {
      userId: 'usr_1',
      keyId: 'abcd1234',
      projectId: '',
      tool: 'mafft',
      jobId: 'job_1',
      runId: 'run_1',
    };
    const hold = { holdId: randomUUID(), workspaceId, millicredits: 400, heldFor };
    expect(await placeHold(hold)).toMatchObject({ outcome: Outcome.HELD, jobId: 'job_1' });
    const again = { ...hold, heldFor: { ...heldFor, keyId: 'other', jobId: 'job_2' } };
    expect(await placeHold(again)).toMatchObject({ outcome: Outcome.HELD, jobId: 'job_1' });

    const { rows } = await db.query('select user_id, key_id, project_id, tool, job_id, run_id from holds');
    expect(rows).toEqual([
      { user_id: 'usr_1', key_id: 'abcd1234', project_id: null, tool: 'mafft', job_id: 'job_1', run_id: 'run_1' },
    ]);
  });

  it('places holds of replicas of release 0.2, which do not say what a hold is for', async () => {
    const { createWorkspace, db } = await startBilling();
    const { id } = await createWorkspace(1_000);
    const place = () =>
      db.query('select * from place_holds($1, $2::uuid[], $3::bigint[], $4::uuid[])', [
        [id, id],
        ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'],
        [600, 600],
        [null, null],
      ]);
    const answer = [
      { n: 1, outcome: 'held', available_millicredits: 400 },
      { n: 2, outcome: 'insufficient', available_millicredits: 400 },
    ];
    expect((await place()).rows).toEqual(answer);
    expect((await place()).rows).toEqual(answer);
  });

  it('recognizes a repeated hold by its first amount after it was extended', async () => {
    const { placeHold, jobs, createWorkspace } = await startBilling();
    const { id: workspaceId } = await createWorkspace(1_000);
    const hold = { holdId: randomUUID(), workspaceId, millicredits: 400 };
    await placeHold(hold);
    await jobs.extendHold({ holdId: hold.holdId, totalMillicredits: 500 });

    expect(await placeHold(hold)).toMatchObject({ outcome: Outcome.HELD, availableMillicredits: 500 });
  });

  it('accepts exactly as many of 200 parallel holds as the credits cover', async () => {
    const { placeHold, operator, createWorkspace } = await startBilling();
    const { id: workspaceId } = await createWorkspace(37 * 1_000 + 999);
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => placeHold({ holdId: randomUUID(), workspaceId, millicredits: 1_000 })),
    );

    expect(answers.filter((answer) => answer.outcome === Outcome.HELD)).toHaveLength(37);
    expect(answers.filter((answer) => answer.outcome === Outcome.INSUFFICIENT)).toHaveLength(163);
    expect(await operator.getWorkspace({ workspaceId })).toMatchObject({ availableMillicredits: 999 });
    expect(await operator.checkLedger({})).toMatchObject({ balanced: true, openHolds: 37, differences: [] });
  });

  it('commits once for holds of many workspaces, each with its own result', async () => {
    const { jobs, operator, db, createWorkspace } = await startBilling();
    const workspaces = await Promise.all([500, 1_500, 2_500].map(createWorkspace));
    // Interleaved, as they would arrive.
    const holds = [0, 1, 2].flatMap(() =>
      workspaces.map(({ id: workspaceId }) => ({ holdId: randomUUID(), workspaceId, millicredits: 1_000 })),
    );
    const placed = placedHolds(await jobs.placeHolds({ holds }));

    const { HELD, INSUFFICIENT } = Outcome;
    const outcomes = placed.map(({ outcome }) => outcome);
    expect([outcomes.slice(0, 3), outcomes.slice(3, 6), outcomes.slice(6)]).toEqual([
      [INSUFFICIENT, HELD, HELD],
      [INSUFFICIENT, INSUFFICIENT, HELD],
      [INSUFFICIENT, INSUFFICIENT, INSUFFICIENT],
    ]);
    expect(placed.map(({ availableMillicredits }) => availableMillicredits)).toEqual([
      500, 500, 1_500, 500, 500, 500, 500, 500, 500,
    ]);
    expect(await operator.checkLedger({})).toMatchObject({ balanced: true, openHolds: 3, differences: [] });
    const { rows } = await db.query(`select count(distinct xmin::text::bigint) as commits from holds`);
    expect(rows[0].commits).toBe(1);
  });

  it('commits a result for each hold of a batch, independent of the other holds', async () => {
    const { placeHold, jobs, createWorkspace } = await startBilling();
    const { id: workspaceId } = await createWorkspace(1_000);
    const { id: theirs } = await createWorkspace(1_000);
    const voided = randomUUID();
    await placeHold({ holdId: voided, workspaceId, millicredits: 10 });
    await jobs.settleHolds({ settlements: [{ holdId: voided, chargeMillicredits: 0 }] });
    const twice = randomUUID();

    const answer = await jobs.placeHolds({
      holds: [
        { holdId: randomUUID(), workspaceId, millicredits: 5_000 },
        { holdId: twice, workspaceId, millicredits: 600 },
        { holdId: twice, workspaceId, millicredits: 600 },
        { holdId: twice, workspaceId, millicredits: 601 },
        { holdId: twice, workspaceId: theirs, millicredits: 600 },
        { holdId: voided, workspaceId, millicredits: 10 },
        { holdId: randomUUID(), workspaceId: 'ws_nobody', millicredits: 1 },
        { holdId: randomUUID(), workspaceId, millicredits: 400 },
      ],
    });
    const { INSUFFICIENT, HELD, MISMATCH, RESOLVED, UNKNOWN_WORKSPACE } = Outcome;
    expect(placedHolds(answer).map(({ outcome }) => outcome)).toEqual([
      ...[INSUFFICIENT, HELD, HELD, MISMATCH, MISMATCH, RESOLVED, UNKNOWN_WORKSPACE, HELD],
    ]);
  });

  it('returns MISMATCH for the id of another workspace’s hold', async () => {
    const { placeHold, createWorkspace } = await startBilling();
    const [mine, theirs] = await Promise.all([createWorkspace(1_000), createWorkspace(1_000)]);
    const holdId = randomUUID();
    await placeHold({ holdId, workspaceId: mine.id, millicredits: 400 });

    expect(await placeHold({ holdId, workspaceId: theirs.id, millicredits: 400 })).toMatchObject({
      outcome: Outcome.MISMATCH,
    });
  });

  it('names the problems of an id or an amount, and places the other holds', async () => {
    const { jobs, operator, createWorkspace } = await startBilling();
    const { id: workspaceId } = await createWorkspace(1_000);
    const wrongs = [
      [{ holdId: 'h1' }, 'hold_id'],
      [{ millicredits: 0 }, 'millicredits'],
      [{ millicredits: -1 }, 'millicredits'],
      [{ millicredits: 9_000_000_000_000_001 }, 'millicredits'],
    ] as const;
    const sound = () => ({ holdId: randomUUID(), workspaceId, millicredits: 1 });
    const holds = wrongs.flatMap(([wrong]) => [{ ...sound(), ...wrong }, sound()]);
    const { answers } = await jobs.placeHolds({ holds });
    for (const [i, [, path]] of wrongs.entries()) {
      expect(refusal(answers[2 * i])).toMatchObject({ code: 'validation_error', details: { errors: [{ path }] } });
      expect(answers[2 * i + 1]!.answer).toMatchObject({ $case: 'hold', value: { outcome: Outcome.HELD } });
    }
    expect(await operator.checkLedger({})).toMatchObject({ balanced: true, openHolds: wrongs.length });
  });

  it('fails only the hold that breaks the statement', async () => {
    const { jobs, operator, createWorkspace } = await startBilling();
    const { id: workspaceId } = await createWorkspace(100);
    const holds = Array.from({ length: 64 }, (_, i) => ({
      holdId: randomUUID(),
      workspaceId: i === 13 ? 'ws_\0' : workspaceId,
      millicredits: 1,
    }));
    const { answers } = await jobs.placeHolds({ holds });
    expect(refusal(answers[13])).toMatchObject({ code: 'internal_error' });
    expect(answers.filter(({ answer }) => answer?.$case === 'hold')).toHaveLength(63);
    expect(await operator.checkLedger({})).toMatchObject({ balanced: true, openHolds: 63 });
  });
});
