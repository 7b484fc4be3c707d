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
import { projectEvent } from '../project/presentProject.ts';
import { endProject } from '../project/project.ts';
import { lockProject, removeProject } from '../project/projectStore.ts';

/** The signal sent after a commit that made a deletion due. */
export const DELETIONS_SIGNAL = 'deletions';

const INTERVAL_MS = 1_000;

/** Most deletions of one pass, which run concurrently. */
const AT_ONCE = 8;

/** Most calls to one context per deletion and pass. Each call closes a bounded number of members. */
const CALLS_PER_TURN = 5;

/** After this time no further call to a context is begun in the pass: the deletions of a pass wait for each other. */
const TURN_MS = 2_000;

/**
 * Between calls a deletion sleeps `REST` times the duration of the call, at most `MAX_REST_MS`. It is not urgent, and each
 * deleted job causes more work: its event for the gateways and files, and its bytes for the blob store.
 */
const REST = 9;
const MAX_REST_MS = 500;

/** Pause between two passes while something is left: a service may be waiting for slow work. */
const PAUSE_MS = 200;

export interface DeleteDeps {
  db: Db;
  clock: Clock;
  signals: Pick<Signals, 'send'>;
  contexts: readonly Context[];
  log: Logger;
}

/** Starts the loop that carries out deletions, in one process of all replicas at a time. */
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

/** Runs one pass over due deletions, concurrently. Returns true if more can be done at once. */
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

/** Works on one deletion. Returns true if more can be done at once. A failure is recorded and retried later. */
async function takeTurn(deps: DeleteDeps, due: Deletion, signal?: AbortSignal): Promise<boolean> {
  const { db, clock, log } = deps;
  const deletion = (await changeDeletion(db, due, { type: 'begin' }, clock())) ?? due;
  try {
    if (await closeEverywhere(deps.contexts, deletion, signal)) {
      await complete(deps, deletion);
      // Members were moved into another project, whose own deletion may be waiting for this one.
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
 * Closes a project in one context after the other. Returns true when nothing is left in any context. Every pass calls all
 * contexts again: a context that is done returns that at once.
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
    // At least one call per context: a context that takes long to respond must not block the later ones for ever.
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

/** Completes a deletion, and deletes the project in the same transaction. */
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
