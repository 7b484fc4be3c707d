import { setTimeout as sleep } from 'node:timers/promises';
import { isAbortError } from 'abort-controller-x';
import type { Logger } from '../process/log.ts';
import type { Loop } from '../process/loop.ts';
import { startWokenLoop, type WokenLoopOptions } from './startWokenLoop.ts';

/** Most workspaces for which one loop of a process works at the same time. */
const AT_ONCE = 4;

/** Most workspaces for which work is claimed, including those that wait for a worker. Few enough that no claim expires meanwhile. */
const CLAIMED = 16;

/** How long a workspace pauses after its work. Work that becomes due meanwhile is done together. */
const REST_MS = 25;

/** Pause after a failure, so that an unavailable dependency is not called in a tight loop. */
const REST_AFTER_FAILURE_MS = 500;

/** Runs work for several workspaces concurrently, with one worker per workspace: slow work for one does not delay the others. */
export interface WorkspaceWorkers {
  /** Returns the workspaces that are worked for now. Nothing more may be claimed for them. */
  busy(): string[];
  /** Resolves when work for more workspaces may be claimed. */
  free(): Promise<void>;
  /** Does the work of each workspace in a separate worker. A failure is logged; claimed work is found again. */
  work<Piece extends { workspaceId: string }>(pieces: Piece[], perform: (own: Piece[]) => Promise<void>): void;
  /** Resolves when no worker is busy. */
  idle(): Promise<void>;
}

export interface WorkspaceWorkersOptions {
  /** The name of the loop. */
  name: string;
  log: Logger;
  restMs?: number;
  /** Called whenever a workspace may be worked for again. */
  onFree?: () => void;
}

export function createWorkspaceWorkers({
  name,
  log,
  restMs = REST_MS,
  onFree = () => {},
}: WorkspaceWorkersOptions): WorkspaceWorkers {
  const workers = new Map<string, Promise<void>>();
  const waiting: (() => void)[] = [];
  let working = 0;

  async function inTurn(perform: () => Promise<void>): Promise<void> {
    if (working >= AT_ONCE) await new Promise<void>((begin) => waiting.push(begin));
    else working++;
    try {
      await perform();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else working--;
    }
  }

  async function serve(workspaceId: string, perform: () => Promise<void>): Promise<void> {
    try {
      await inTurn(perform);
      await sleep(restMs);
    } catch (error) {
      if (!isAbortError(error)) {
        log.warn({ err: error, loop: name, workspace_id: workspaceId }, 'work for a workspace failed');
        await sleep(REST_AFTER_FAILURE_MS);
      }
    }
    workers.delete(workspaceId);
    onFree();
  }

  return {
    busy: () => [...workers.keys()],
    async free() {
      while (workers.size >= CLAIMED) await Promise.race(workers.values());
    },
    work(pieces, perform) {
      for (const [workspaceId, own] of Map.groupBy(pieces, (piece) => piece.workspaceId))
        workers.set(
          workspaceId,
          serve(workspaceId, () => perform(own)),
        );
    },
    async idle() {
      await Promise.all(workers.values());
    },
  };
}

export interface WorkspaceLoopOptions extends Omit<WokenLoopOptions, 'pass' | 'onStopped'> {
  /** Claims work and starts it in the workers. Returns true if there is more. */
  pass: (workers: WorkspaceWorkers, signal: AbortSignal) => Promise<boolean>;
}

/** Starts a loop whose passes only claim work; one worker per workspace does the work. */
export function startWorkspaceLoop({ pass, ...options }: WorkspaceLoopOptions): Loop {
  const workers = createWorkspaceWorkers({ ...options, onFree: () => loop.wake() });
  const loop: Loop = startWokenLoop({
    ...options,
    async pass(signal) {
      await workers.free();
      return pass(workers, signal);
    },
    onStopped: workers.idle,
  });
  return loop;
}
