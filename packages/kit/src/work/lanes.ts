import { setTimeout as sleep } from 'node:timers/promises';
import { isAbortError } from 'abort-controller-x';
import type { Logger } from '../process/log.ts';
import type { Loop } from '../process/loop.ts';
import { startWokenLoop, type WokenLoopOptions } from './startWokenLoop.ts';

/** Workspaces that one loop of a process works for at the same time. */
const AT_ONCE = 4;

/** Workspaces whose work may be claimed, those that wait for their turn included: a claim must not run out meanwhile. */
const CLAIMED = 16;

/** How long a workspace rests after its turn: what comes up for it meanwhile is done in one go. */
const REST_MS = 25;

/** After a failure, so that an unavailable dependency is not called in a tight loop. */
const REST_AFTER_FAILURE_MS = 500;

/** Work for several workspaces side by side, one turn at a time for each: however long one takes, the others go on. */
export interface Lanes {
  /** Workspaces that are worked for now; nothing more is to be claimed for them. */
  busy(): string[];
  /** Resolves when work for more workspaces may be claimed. */
  free(): Promise<void>;
  /** Does the work of each workspace in a lane of its own. A failure is logged: what was claimed is found again. */
  work<Piece extends { workspaceId: string }>(pieces: Piece[], perform: (own: Piece[]) => Promise<void>): void;
  /** Resolves when nobody is worked for. */
  idle(): Promise<void>;
}

export interface LanesOptions {
  /** Of the loop. */
  name: string;
  log: Logger;
  restMs?: number;
  /** Called whenever a workspace may be worked for again. */
  onFree?: () => void;
}

export function createLanes({ name, log, restMs = REST_MS, onFree = () => {} }: LanesOptions): Lanes {
  const lanes = new Map<string, Promise<void>>();
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

  async function travel(workspaceId: string, perform: () => Promise<void>): Promise<void> {
    try {
      await inTurn(perform);
      await sleep(restMs);
    } catch (error) {
      if (!isAbortError(error)) {
        log.warn({ err: error, loop: name, workspace_id: workspaceId }, 'work for a workspace failed');
        await sleep(REST_AFTER_FAILURE_MS);
      }
    }
    lanes.delete(workspaceId);
    onFree();
  }

  return {
    busy: () => [...lanes.keys()],
    async free() {
      while (lanes.size >= CLAIMED) await Promise.race(lanes.values());
    },
    work(pieces, perform) {
      for (const [workspaceId, own] of Map.groupBy(pieces, (piece) => piece.workspaceId))
        lanes.set(
          workspaceId,
          travel(workspaceId, () => perform(own)),
        );
    },
    async idle() {
      await Promise.all(lanes.values());
    },
  };
}

export interface LaneLoopOptions extends Omit<WokenLoopOptions, 'pass' | 'onStopped'> {
  /** Claims work and puts it into lanes. `true`: there is more. */
  pass: (lanes: Lanes, signal: AbortSignal) => Promise<boolean>;
}

/** A loop whose passes only claim; the work is done in lanes. */
export function startLaneLoop({ pass, ...options }: LaneLoopOptions): Loop {
  const lanes = createLanes({ ...options, onFree: () => loop.wake() });
  const loop: Loop = startWokenLoop({
    ...options,
    async pass(signal) {
      await lanes.free();
      return pass(lanes, signal);
    },
    onStopped: lanes.idle,
  });
  return loop;
}
