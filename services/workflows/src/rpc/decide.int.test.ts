import { randomUUID } from 'node:crypto';
import { long } from '@rotamer/kit/testing/long.ts';
import type { Decision } from '@rotamer/proto/workflows/v1/workflows.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Definition } from '../definition/schema.ts';
import { chemist, library, triage } from '../testing/definitions.ts';
import { startWorkflows } from '../testing/startWorkflows.ts';

/** Number of candidates of a run of `triage`. */
const CANDIDATES = 3;

/** A selection that a reviewer may send. Candidates are named by number; the last number names no candidate. */
const selection = fc.record({
  approved: fc.uniqueArray(fc.nat(CANDIDATES), { minLength: 1 }),
  stale: fc.boolean(),
  note: fc.constantFrom('one', 'other'),
});

type Selection = typeof selection extends fc.Arbitrary<infer Value> ? Value : never;

/** Rounds of selections; those of one round are sent at the same time. */
const rounds = fc.array(fc.array(selection, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 });

const isSound = ({ approved, stale }: Selection) => !stale && approved.every((n) => n < CANDIDATES);

it('records the first valid selection, refuses all others, and continues only with it', async () => {
  const world = await startWorkflows();
  const { workflows } = world;
  const owner = await world.published(triage);

  async function atCheckpoint() {
    const runId = await owner.start({ library });
    await world.settle(chemist);
    const read = () => workflows.getCuration({ runId }, owner.scope);
    const { candidates, candidateSetDigest } = await read();
    const ids = [...candidates.map(({ id }) => id), 'itm_unknown'];
    const other = candidateSetDigest.replace(/^./, (first) => (first === '0' ? '1' : '0'));
    const send = ({ approved, stale, note }: Selection) =>
      workflows.decide(
        {
          runId,
          candidateSetDigest: stale ? other : candidateSetDigest,
          approvedCandidateIds: approved.map((n) => ids[n]!),
          note,
        },
        owner.scope,
      );
    const isRecorded = (asked: Selection, { approvedCandidateIds, note }: Decision) =>
      isSound(asked) &&
      asked.note === note &&
      asked.approved
        .map((n) => ids[n])
        .toSorted()
        .join() === approvedCandidateIds.toSorted().join();
    return { runId, read, send, isRecorded };
  }

  await fc.assert(
    fc.asyncProperty(rounds, async (all) => {
      const { runId, read, send, isRecorded } = await atCheckpoint();
      let recorded: Decision | undefined;
      for (const round of all) {
        const outcomes = await Promise.allSettled(round.map(send));
        const { decision } = await read();
        if (recorded) expect(decision).toEqual(recorded);
        else
          expect(round.filter(isSound).some((asked) => decision && isRecorded(asked, decision))).toBe(
            round.some(isSound),
          );
        recorded = decision;
        for (const [i, { status }] of outcomes.entries()) {
          const expected = recorded && isRecorded(round[i]!, recorded) ? 'fulfilled' : 'rejected';
          expect(status).toBe(expected);
        }
      }
      if (!recorded) return;
      await workflows.continue({ runId }, owner.scope);
      await world.settle(chemist);
      const { rows } = await world.db.query(
        `select c.item_id from children c join attempts a on a.id = c.attempt_id where a.run_id = $1 and c.node_id = 'conf'`,
        [runId],
      );
      expect(rows.map(({ item_id }) => item_id).toSorted()).toEqual(recorded.approvedCandidateIds.toSorted());
    }),
    { numRuns: long ? 20 : 3 },
  );
});

/** Two checkpoints that review the same candidates, one after the other. */
const reviewedTwice: Definition = {
  nodes: [
    { id: 'library', type: 'input', kind: 'smiles' },
    { id: 'desc', type: 'tool', tool: 'molecule-descriptors' },
    { id: 'first', type: 'curation' },
    { id: 'second', type: 'curation' },
    { id: 'out', type: 'output' },
  ],
  edges: [
    { source: 'library', target: 'desc' },
    { source: 'desc', source_port: 'descriptors', target: 'first' },
    { source: 'first', target: 'second' },
    { source: 'second', target: 'out' },
  ],
};

it('refuses a selection among the candidates of an earlier attempt, and says who began the later one', async () => {
  const world = await startWorkflows();
  const { workflows } = world;
  const owner = await world.published(triage);
  const runId = await owner.start({ library });
  await world.settle(chemist);
  const seen = await workflows.getCuration({ runId }, owner.scope);
  const second = world.user({ workspaceId: owner.workspaceId, role: 'admin' });
  await workflows.cancel({ runId }, owner.scope);
  await world.settle(chemist);
  const retry = { runId, submissionId: randomUUID(), nodeId: '', mode: 'ATTEMPT_MODE_FROM_START' as const };
  await workflows.retry(retry, second.scope);
  await world.settle(chemist);

  const selection = {
    ...{ runId, candidateSetDigest: seen.candidateSetDigest, nodeId: seen.nodeId },
    ...{ approvedCandidateIds: [seen.candidates[0]!.id], note: 'Of the old page' },
  };
  await expect(workflows.decide(selection, owner.scope)).rejects.toMatchObject({ details: { reason: 'stale_digest' } });
  expect((await workflows.getCuration({ runId }, owner.scope)).decision).toBeUndefined();
  expect((await owner.run(runId)).run!.attempts.map(({ startedBy }) => startedBy)).toEqual([
    owner.userId,
    second.userId,
  ]);
});

describe('a second checkpoint with the candidates of the first', () => {
  async function atSecond() {
    const world = await startWorkflows();
    const { workflows } = world;
    const owner = await world.published(reviewedTwice);
    const runId = await owner.start({ library });
    await world.settle(chemist);
    const { candidates, candidateSetDigest } = await workflows.getCuration({ runId }, owner.scope);
    const approvedCandidateIds = candidates.map(({ id }) => id);
    const selection = { runId, candidateSetDigest, approvedCandidateIds, note: 'all', criteriaJson: '' };
    await workflows.decide(selection, owner.scope);
    await workflows.continue({ runId }, owner.scope);
    await world.settle(chemist);
    const second = world.user({ workspaceId: owner.workspaceId, role: 'admin' });
    return { ...world, owner, runId, selection, second };
  }

  it('records the selection of its reviewer, and continues', async () => {
    const { workflows, runId, selection, second, settle, owner, db } = await atSecond();
    expect(await workflows.getCuration({ runId }, second.scope)).toMatchObject({
      nodeId: 'second',
      candidateSetDigest: selection.candidateSetDigest,
      decision: undefined,
    });
    for (const _ of ['once', 'again'])
      expect(await workflows.decide(selection, second.scope)).toMatchObject({
        nodeId: 'second',
        decision: { decidedBy: second.userId },
      });
    await workflows.continue({ runId }, second.scope);
    await settle(chemist);
    expect((await owner.run(runId)).run!.status).toBe('RUN_STATUS_COMPLETED');
    const { rows } = await db.query('select node_id, decided_by from decisions order by decided_at');
    expect(rows).toEqual([
      { node_id: 'first', decided_by: owner.userId },
      { node_id: 'second', decided_by: second.userId },
    ]);
    // After the run has continued, a repeat returns the last matching decision.
    expect(await workflows.decide(selection, second.scope)).toMatchObject({ nodeId: 'second' });
  });

  it('refuses the selection of a page that shows the first checkpoint, and repeats what was recorded there', async () => {
    const { workflows, runId, selection, second } = await atSecond();
    const late = { ...selection, nodeId: 'first', note: 'late' };
    await expect(workflows.decide(late, second.scope)).rejects.toMatchObject({
      details: { reason: 'not_at_checkpoint' },
    });
    expect(await workflows.decide({ ...selection, nodeId: 'first' }, second.scope)).toMatchObject({ nodeId: 'first' });
    expect((await workflows.getCuration({ runId }, second.scope)).decision).toBeUndefined();
    expect(await workflows.decide({ ...selection, nodeId: 'second' }, second.scope)).toMatchObject({
      decision: { decidedBy: second.userId },
    });
  });

  it('refuses another selection once one is recorded', async () => {
    const { workflows, selection, second } = await atSecond();
    await workflows.decide(selection, second.scope);
    const [only] = selection.approvedCandidateIds;
    await expect(workflows.decide({ ...selection, approvedCandidateIds: [only!] }, second.scope)).rejects.toMatchObject(
      { details: { reason: 'already_decided' } },
    );
  });
});
