import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { realpathSync, rmdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { PipeJob } from '../child/runnerPipe.ts';
import { removeFolder } from './attemptFolders.ts';
import { copyBack } from './copyBack.ts';
import type { Ending, Execution, Order } from './executor.ts';
import { limited } from './limits.ts';
import { mayRunAnother } from './mayRunAnother.ts';
import { entriesOfPlaces, makeOwnPlaces } from './ownPlaces.ts';
import { readablePlaces, type Sandbox, type ToolUser } from './sandbox.ts';
import { giveFolder, makeSharedFolder, takeBack } from './sharedFolder.ts';
import { startRun, type ToolRun } from './toolRun.ts';
import { watchProcess } from './watchedProcess.ts';

/** A process in its sandbox. It runs jobs one after the other, and ends by itself after its last one. */
export interface ToolProcess {
  /** `isLast` is asked at the end of the job: whether the process must end with it. */
  run(order: Order, isLast: () => boolean): Execution;
  /** Returns the processor time that it took until the end of its first job. */
  firstJobMs(): number;
  /** Returns whether the process could run another job. */
  waits(): boolean;
  /** Ends a waiting process. Resolves when all its processes and its folder are gone. */
  end(): Promise<void>;
}

export interface ToolProcessOptions {
  sandbox: Sandbox;
  /** The program of the process. */
  childMain: string;
  /** Longest wait for the end of a stream that an undetected process may still hold. */
  streamEndMs: number;
}

/** Starts a process for jobs of one tool: in its own process group, with a clean environment and no credentials. */
export function startToolProcess(first: Order, options: ToolProcessOptions): ToolProcess {
  const { sandbox, childMain } = options;
  const { limits, tool } = first;
  const visible = first.visible && realpathSync(first.visible);
  const user = sandbox.nextUser();
  const folder = makeSharedFolder(dirname(first.root));
  const node = [process.execPath, `--max-old-space-size=${limits.memoryMiB}`, childMain, tool];
  const entries = sandbox.ownPlaces ? makeOwnPlaces(folder, readablePlaces(visible), user) : 0;
  const [command, ...args] = sandbox.wrap(folder, limited(limits, sandbox.taskLimit(user), node), user, visible);
  const child = spawn(command!, args, {
    cwd: folder,
    // The whole environment. A job adds TRACEPARENT, and puts its folder in place of this one (child/runJobs.ts).
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      TMPDIR: folder,
      LC_ALL: 'C.UTF-8',
      OMP_NUM_THREADS: String(limits.cpuCores),
    },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    ...(sandbox.startsAsRoot ? undefined : user),
  });
  return child.pid === undefined ? notStarted(child, folder) : follow(child, { folder, user, entries }, first, options);
}

function notStarted(child: ChildProcess, folder: string): ToolProcess {
  const ended = once(child, 'error').then(async ([cause]): Promise<Ending> => {
    await removeFolder(folder);
    return { kind: 'not_started', cause };
  });
  return { run: () => ({ stop: () => {}, ended }), firstJobMs: () => 0, waits: () => false, end: async () => {} };
}

function follow(
  child: ChildProcess,
  { folder, user, entries }: { folder: string; user: ToolUser; entries: number },
  { limits }: Order,
  { sandbox: { endsWhole, ownPlaces }, streamEndMs }: ToolProcessOptions,
): ToolProcess {
  let jobs = 0;
  let busyMs = 0;
  let firstJobMs = 0;
  let lastRoot: string | undefined;
  let current: ToolRun | undefined;

  const watched = watchProcess(child, {
    ...{ folder, limits, endsWhole, streamEndMs },
    onBreach: (found) => current?.breached(found),
  });

  async function end(): Promise<void> {
    await watched.exit();
    await removeFolder(folder);
  }

  async function carryOut(order: Order, isLast: () => boolean, run: ToolRun): Promise<Ending> {
    const begunAt = performance.now();
    const given = await giveFolder(order.root, folder, user).catch(async (cause) => {
      await end();
      throw cause;
    });
    watched.staged(given.bytes);
    const job: PipeJob = { root: given.root, traceparent: order.traceparent };
    watched.tell(JSON.stringify(job));
    const said = await Promise.race([run.said, watched.gone]);
    removeEmptied();
    lastRoot = given.root;
    // A new process may have ended its job before the first check of its limits. A process that keeps running is checked later.
    if (said === 'over' || (said === 'done' && jobs === 0)) watched.look();
    jobs++;
    busyMs += performance.now() - begunAt;
    if (said === 'done' && !isLast() && mayStay(run) && copyBack(given.root, order.root)) {
      current = undefined;
      return { kind: 'ended', code: 0, signal: null, outOfMemory: false };
    }
    const how = typeof said === 'string' ? await watched.exit() : said;
    run.disarm();
    current = undefined;
    await takeBack(given, order.root);
    await removeFolder(folder);
    return run.ending(how);
  }

  /** The process has emptied the folder of its last job (child/runJobs.ts). Each that stays makes every check of the disk longer. */
  function removeEmptied(): void {
    try {
      if (lastRoot !== undefined) rmdirSync(lastRoot);
    } catch {
      // The process has not emptied it. What is there counts as its own, and goes with its folder.
    }
  }

  function mayStay(run: ToolRun): boolean {
    // Without a list of processes, all processors were busy all the time.
    const processorMs = watched.processorMs() ?? busyMs * limits.cpuCores;
    if (jobs === 1) firstJobMs = processorMs;
    const served = { jobs, processorMs, saidBytes: watched.streams.total() };
    const left = ownPlaces ? entriesOfPlaces(folder) - entries : 0;
    return !watched.exited() && run.isUsual() && left === 0 && mayRunAnother(served);
  }

  return {
    run(order, isLast) {
      const run = startRun(watched, order);
      current = run;
      return {
        stop(graceMs) {
          if (current === run) run.stop(graceMs);
        },
        ended: carryOut(order, isLast, run),
      };
    },
    firstJobMs: () => firstJobMs,
    waits: () => !current && !watched.exited(),
    end,
  };
}
