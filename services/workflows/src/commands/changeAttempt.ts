import type { Clock } from '@rotamer/kit/clock.ts';
import type { Db, Queryable } from '@rotamer/kit/db/db.ts';
import { prepared } from '@rotamer/kit/db/prepared.ts';
import type { Signals } from '@rotamer/kit/db/signals.ts';
import { transaction } from '@rotamer/kit/db/transaction.ts';
import { OUTBOX_SIGNAL } from '@rotamer/kit/outbox/outbox.ts';
import { type Attempt, readAttempt, SETTLED, saveState } from '../attempts/attemptStore.ts';
import { launchChildren, planChildren, resumeChildren, stopChildren } from '../children/childStore.ts';
import type { Announcement, AttemptEvent, AttemptState, Command } from '../engine/attempt.ts';
import { decideAttempt } from '../engine/decideAttempt.ts';
import type { Revision, Revisions } from '../workflow/revisions.ts';
import { publishRun } from './publishRun.ts';

/** Signals to send after a commit that left work for a loop. */
export const WORK_SIGNALS = {
  read: 'read',
  evaluate: 'evaluate',
  launch: 'launch',
  collect: 'collect',
  stop: 'stop',
  resume: 'resume',
  settle: 'settle',
} as const;

/**
 * Changes an attempt: locks it, runs `work`, and lets the engine decide about the events that `work` returns. Rows, state and commands are
 * committed together. Returns undefined if there is no such attempt.
 */
export type ChangeAttempt = (
  attemptId: string,
  work: (tx: Queryable, attempt: Attempt, revision: Revision) => Promise<AttemptEvent[]> | AttemptEvent[],
) => Promise<AttemptState | undefined>;

interface ChangeDeps {
  db: Db;
  signals: Pick<Signals, 'send'>;
  clock: Clock;
  revisions: Revisions;
}

export function createChangeAttempt({ db, signals, clock, revisions }: ChangeDeps): ChangeAttempt {
  return async (attemptId, work) => {
    const revisionId = await revisionOf(db, attemptId);
    if (revisionId === undefined) return undefined;
    const revision = await revisions.get(revisionId);
    const changed = await transaction(db, (tx) => changeLocked(tx, attemptId, revision, clock, work));
    for (const signal of changed?.wanted ?? []) signals.send(signal);
    return changed?.state;
  };
}

/** Changes an attempt in the caller's transaction. The caller sends the signals after the commit. */
export async function changeLocked(
  tx: Queryable,
  attemptId: string,
  revision: Revision,
  clock: Clock,
  work: Parameters<ChangeAttempt>[1],
): Promise<{ state: AttemptState; wanted: Set<string> } | undefined> {
  const attempt = await readAttempt(tx, attemptId, { lock: true });
  if (!attempt) return undefined;
  const commands: Command[] = [];
  const announcements: Announcement[] = [];
  let { state } = attempt;
  const decide = (event: AttemptEvent) => {
    const decision = decideAttempt(revision.graph, state, event, clock());
    state = decision.attempt;
    commands.push(...decision.commands);
    announcements.push(...decision.announcements);
  };
  (await work(tx, attempt, revision)).forEach(decide);
  if (state.settling && (await isSettled(tx, attemptId))) decide({ type: 'settled' });
  await saveState(tx, attemptId, attempt.state, state);
  const wanted = new Set<string>();
  for (const command of commands) wanted.add(await applyCommand(tx, command, { ...attempt, state }, revision));
  for (const announcement of announcements) await publishRun(tx, attempt, announcement, clock());
  if (announcements.length > 0) wanted.add(OUTBOX_SIGNAL);
  return { state, wanted };
}

/** Returns whether the charge of every job of an attempt is final. A charge that becomes final later wakes a loop. */
async function isSettled(tx: Queryable, attemptId: string): Promise<boolean> {
  const { rows } = await tx.query(prepared(`select ${SETTLED('$1')} as settled`, [attemptId]));
  return rows[0].settled;
}

async function revisionOf(db: Queryable, attemptId: string): Promise<string | undefined> {
  const { rows } = await db.query('select revision_id from attempts where id = $1', [attemptId]);
  return rows[0]?.revision_id;
}

/** Persists a command. Returns the signal that wakes its loop. */
async function applyCommand(tx: Queryable, command: Command, attempt: Attempt, { graph }: Revision): Promise<string> {
  switch (command.type) {
    case 'evaluate':
      // The node's status is the work item of the loop.
      return WORK_SIGNALS.evaluate;
    case 'plan':
      await planChildren(tx, attempt, graph.nodes.get(command.nodeId)!);
      return WORK_SIGNALS.launch;
    case 'launch':
      await launchChildren(tx, attempt, command);
      return WORK_SIGNALS.launch;
    case 'stopChildren':
      await stopChildren(tx, attempt.id, command.nodeId);
      return WORK_SIGNALS.stop;
    case 'stopLaunching':
      await stopChildren(tx, attempt.id, command.nodeId, ['LAUNCHING']);
      return WORK_SIGNALS.stop;
    case 'resume':
      await resumeChildren(tx, attempt.id);
      return WORK_SIGNALS.launch;
    case 'settle':
      // The attempt's state is the work item of the loop.
      return WORK_SIGNALS.settle;
  }
}
