import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '@rotamer/kit/clock.ts';
import type { Db } from '@rotamer/kit/db/db.ts';
import type { Signals } from '@rotamer/kit/db/signals.ts';
import { appendOutbox, OUTBOX_SIGNAL } from '@rotamer/kit/outbox/outbox.ts';
import type { Logger } from '@rotamer/kit/process/log.ts';
import type { Loop } from '@rotamer/kit/process/loop.ts';
import { startElectedLoop } from '@rotamer/kit/work/startElectedLoop.ts';
import type { Deletion } from '../deletion/deletion.ts';
import { changeDeletion, findBlocked, takeDeletions } from '../deletion/deletionStore.ts';
import { presentMode } from '../deletion/presentDeletion.ts';
import type { Context } from '../members.ts';
import { endProject } from '../project/project.ts';
import { projectEvent } from '../project/projectEvent.ts';
import { lockProject, removeProject } from '../project/projectStore.ts';

/** The signal sent after a commit that made a deletion due. */
export const DELETIONS_SIGNAL = 'deletions';

const INTERVAL_MS = 1_000;

/** Deletions that have their turn together. */
const AT_ONCE = 8;

/** Calls to one context per turn, each of which works off a bounded number of members. */
const CALLS_PER_TURN = 5;

/** No further call to a context is begun later in a turn: those that have theirs together wait for each other. */
const TURN_MS = 2_000;

/**
 * Rest after a call that left something: so many times as long as it took, and longest. A deletion is in no hurry, and each
 * job that goes is work for others too: its event for the gateways and files, its bytes for the blob store.
 */
const REST = 9;
const MAX_REST_MS = 500;

/** Between two passes while something is left: a service may wait for what takes its time. */
const PAUSE_MS = 200;

export interface DeleteDeps {
  db: Db;
  clock: Clock;
  signals: Pick<Signals, 'send'>;
  contexts: readonly Context[];
  log: Logger;
}

/** Works off deletions, in one process of all replicas at a time. */
export function startDeleting({ url, ...deps }: DeleteDeps & { url: string; signals: Signals }): Loop {
  return startElectedLoop({
    ...{ name: 'delete projects', url, lock: 'deletions', signals: deps.signals, wokenBy: DELETIONS_SIGNAL },
    intervalMs: INTERVAL_MS,
    log: deps.log,
    pass: async (signal) => {
      const more = await deleteDue(deps, signal);
      if (more) await sleep(PAUSE_MS, undefined, { signal });
      return more;
    },
  });
}

/** One turn for those that are due, side by side. Returns whether more can be done at once. */
export async function deleteDue(deps: DeleteDeps, signal?: AbortSignal): Promise<boolean> {
  for (const blocked of await findBlocked(deps.db, AT_ONCE)) {
    await changeDeletion(deps.db, blocked, { type: 'block' }, deps.clock());
    deps.log.error({ deletion_id: blocked.id }, 'deletion of a project failed: an earlier assignment is parked');
  }
  const due = await takeDeletions(deps.db, deps.clock(), AT_ONCE);
  const turns = await Promise.allSettled(due.map((deletion) => takeTurn(deps, deletion, signal)));
  const failed = turns.find((turn) => turn.status === 'rejected');
  if (failed) throw failed.reason;
  return due.length === AT_ONCE || turns.some((turn) => turn.status === 'fulfilled' && turn.value);
}

/** Returns whether something is left to do at once. What fails is noted and tried again later. */
async function takeTurn(deps: DeleteDeps, due: Deletion, signal?: AbortSignal): Promise<boolean> {
  const { db, clock, log } = deps;
  const deletion = (await changeDeletion(db, due, { type: 'begin' }, clock())) ?? due;
  try {
    if (await closeEverywhere(deps.contexts, deletion, signal)) {
      await complete(deps, deletion);
      // What moved members into another project may have been waited for by that one's deletion.
      return true;
    }
    if (deletion.failures > 0) await changeDeletion(db, deletion, { type: 'progress' }, clock());
    return true;
  } catch (cause) {
    if (signal?.aborted) throw cause;
    const changed = await changeDeletion(db, deletion, { type: 'fail', cause }, clock());
    const line = { err: cause, deletion_id: deletion.id, attempts: deletion.attemptCount };
    if (changed?.status === 'failed') log.error(line, 'deletion of a project failed');
    else log.warn(line, 'deletion of a project interrupted; will retry');
    return false;
  }
}

/**
 * Closes a project in one context after the other. Returns whether nothing is left in any: all are asked again in each turn,
 * because one that was done stays so.
 */
async function closeEverywhere(
  contexts: readonly Context[],
  { workspaceId, seq, projectId, mode, targetProjectId }: Deletion,
  signal?: AbortSignal,
): Promise<boolean> {
  const request = { workspaceId, seq, projectId, mode: presentMode(mode), targetProjectId };
  const over = performance.now() + TURN_MS;
  for (const { members } of contexts) {
    let done = false;
    // Once in any case: a context that is slow to say that nothing is left keeps no other one waiting for ever.
    for (let call = 0; !done && (call === 0 || (call < CALLS_PER_TURN && performance.now() < over)); call++) {
      const began = performance.now();
      ({ done } = await members.closeProject(request, { signal }));
      if (!done) await sleep(restAfter(performance.now() - began), undefined, { signal });
    }
    if (!done) return false;
  }
  return true;
}

function restAfter(ms: number): number {
  return Math.min(REST * ms, MAX_REST_MS);
}

/** The project goes in the transaction that completes its deletion. */
async function complete({ db, clock, signals }: DeleteDeps, deletion: Deletion): Promise<void> {
  const now = clock();
  await changeDeletion(db, deletion, { type: 'complete' }, now, async (tx, { projectId, workspaceId }) => {
    const project = await lockProject(tx, projectId, workspaceId);
    if (!project) return;
    await removeProject(tx, project);
    await appendOutbox(tx, [projectEvent(endProject(project, now), now, '')]);
  });
  signals.send(OUTBOX_SIGNAL);
}
