import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { dirname } from 'node:path';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PipeJob } from '../child/runnerPipe.ts';
import { removeFolder } from '../harness/attemptFolders.ts';
import { copyBack } from './copyBack.ts';
import type { Breach, Ending, Execution, Order } from './executor.ts';
import { limited, MAX_STREAM_BYTES } from './limits.ts';
import { mayRunAnother } from './mayRunAnother.ts';
import { createProcessTree } from './processTree.ts';
import type { Sandbox, ToolUser } from './sandbox.ts';
import { giveFolder, makeSharedFolder, takeBack } from './sharedFolder.ts';
import { createLineReader, watchStreams } from './streams.ts';
import { watchLimits } from './watch.ts';

/** A process in a sandbox of its own. It runs jobs, one after the other, and ends by itself after one that is its last. */
export interface ToolProcess {
  /** `last`: it is to end with this job. */
  run(order: Order, last: boolean): Execution;
  /** Whether it could run another job. */
  waits(): boolean;
  /** Ends one that waits; resolves when all its processes and its folder are gone. */
  end(): Promise<void>;
}

export interface ToolProcessOptions {
  sandbox: Sandbox;
  /** What the process runs. */
  childMain: string;
  /** Longest wait for the end of a stream that an undetected process may still hold. */
  streamEndMs: number;
}

/** What a process runs now. */
interface Run {
  ready: boolean;
  breach?: Breach;
  /** Set when it was asked to stop. */
  killTimer?: NodeJS.Timeout;
}

/** A process that was told to exit is killed after this; its job counts as failed then. A starved machine may take seconds. */
const EXIT_GRACE_MS = 10_000;

/** Starts a process for jobs of one tool: in its own process group, with a clean environment and no credentials. */
export function startToolProcess(first: Order, options: ToolProcessOptions): ToolProcess {
  const { sandbox, childMain } = options;
  const { limits, tool } = first;
  const user = sandbox.nextUser();
  const folder = makeSharedFolder(dirname(first.root));
  const node = [process.execPath, `--max-old-space-size=${limits.memoryMiB}`, childMain, tool];
  const [command, ...args] = sandbox.wrap(folder, limited(limits, sandbox.taskLimit(user), node), user);
  const child = spawn(command!, args, {
    cwd: folder,
    // All of it; a job adds TRACEPARENT, and its own folder in the place of this one (child/runJobs.ts).
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
  return child.pid === undefined ? notStarted(child, folder) : follow(child, folder, user, first, options);
}

function notStarted(child: ChildProcess, folder: string): ToolProcess {
  const ended = once(child, 'error').then(async ([cause]): Promise<Ending> => {
    await removeFolder(folder);
    return { kind: 'not_started', cause };
  });
  return { run: () => ({ stop: () => {}, ended }), waits: () => false, end: async () => {} };
}

function follow(
  child: ChildProcess,
  folder: string,
  user: ToolUser,
  { limits }: Order,
  { sandbox: { endsWhole }, streamEndMs }: ToolProcessOptions,
): ToolProcess {
  const tree = createProcessTree(child.pid!, folder);
  const line = child.stdio[3] as Duplex;
  let jobs = 0;
  let busyMs = 0;
  let current: Run | undefined;
  let read: ReturnType<typeof createLineReader> = () => {};
  let stagedBytes = 0;
  let exited = false;

  function breached(found: Breach): void {
    // A tool that was asked to stop ends for that reason.
    if (current && !current.killTimer) current.breach ??= found;
    tree.kill();
  }

  const streams = watchStreams({ stdout: child.stdout!, stderr: child.stderr!, line }, (total) => {
    if (total > MAX_STREAM_BYTES) breached('output');
  });
  line.on('data', (chunk: Buffer) => read(chunk));
  const watch = watchLimits(tree, folder, limits, () => stagedBytes, breached);

  // Listened for from the start: it may come right after the exit, while leftovers are being killed.
  const closed = once(child, 'close');
  const gone = untilGone();

  async function untilGone() {
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
    exited = true;
    watch.stop();
    if (!endsWhole || signal !== null) await tree.killLeftovers();
    await Promise.race([closed, sleep(streamEndMs, undefined, { ref: false })]);
    for (const stream of child.stdio) stream?.destroy();
    return namedSignal(code, signal);
  }

  /** Resolves when it is gone, as it is told to. */
  async function exit() {
    if (!exited) line.write('exit\n');
    const timer = setTimeout(() => tree.kill(), EXIT_GRACE_MS);
    const how = await gone;
    clearTimeout(timer);
    return how;
  }

  async function end(): Promise<void> {
    await exit();
    await removeFolder(folder);
  }

  async function carryOut(order: Order, last: boolean, run: Run, done: Promise<'done'>): Promise<Ending> {
    const begunAt = performance.now();
    const given = await giveFolder(order.root, folder, user).catch(async (cause) => {
      await end();
      throw cause;
    });
    stagedBytes = given.bytes;
    const job: PipeJob = { root: given.root, traceparent: order.traceparent };
    line.write(`${JSON.stringify(job)}\n`);
    const isDone = (await Promise.race([done, gone])) === 'done';
    jobs++;
    busyMs += performance.now() - begunAt;
    const isUsual = isDone && !exited && !run.breach && !run.killTimer && streams.tail() === '';
    const mayStay = isUsual && !last && mayRunAnother({ jobs, busyMs, saidBytes: streams.total() }, limits);
    if (mayStay && copyBack(given.root, order.root)) {
      current = undefined;
      return { kind: 'ended', code: 0, signal: null, outOfMemory: false };
    }
    const how = await (isDone ? exit() : gone);
    clearTimeout(run.killTimer);
    await takeBack(given, order.root);
    await removeFolder(folder);
    // Until it is ready it has read nothing of the job, so its stderr may be logged.
    if (!run.ready && !run.breach && !run.killTimer) {
      const cause = new Error(`the child did not start (${how.code ?? how.signal}): ${streams.tail()}`);
      return { kind: 'not_started', cause };
    }
    return { kind: 'ended', ...how, breach: run.breach, outOfMemory: streams.saysOutOfMemory() };
  }

  return {
    run(order, last) {
      const run: Run = { ready: false };
      current = run;
      const done = Promise.withResolvers<'done'>();
      read = createLineReader({
        ready: () => (run.ready = true),
        progress: order.onProgress,
        done: () => done.resolve('done'),
      });
      return {
        stop(graceMs) {
          if (current !== run) return;
          line.write('stop\n');
          run.killTimer ??= setTimeout(() => tree.kill(), graceMs);
        },
        ended: carryOut(order, last, run, done.promise),
      };
    },
    waits: () => !current && !exited,
    end,
  };
}

/** Shells and sandboxes exit with 128 + n when their command was killed by signal n. */
function namedSignal(code: number | null, signal: NodeJS.Signals | null) {
  const name = Object.entries(constants.signals).find(([, number]) => number === (code ?? 0) - 128)?.[0];
  return name ? { code: null, signal: name as NodeJS.Signals } : { code, signal };
}
