import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { attemptFolder } from '../child/jobFile.ts';
import { CHILD_MAIN } from './childMain.ts';
import type { Breach, Ending, Execute, Order } from './executor.ts';
import { limited, MAX_STREAM_BYTES } from './limits.ts';
import { createProcessTree } from './processTree.ts';
import type { Sandbox } from './sandbox.ts';
import { createLineReader, watchStreams } from './streams.ts';
import { watchLimits } from './watch.ts';

/** Longest wait for the end of a stream that an undetected process may still hold. */
const STREAM_END_MS = 200;

/** One child process per job: in its own process group and sandbox, with a clean environment and no credentials. */
export function createProcessExecutor(sandbox: Sandbox, childMain = CHILD_MAIN, streamEndMs = STREAM_END_MS): Execute {
  return (order) => {
    const node = [process.execPath, `--max-old-space-size=${order.limits.memoryMiB}`, childMain, order.root];
    const { root, user, limits } = order;
    const [command, ...args] = sandbox.wrap(root, limited(limits, sandbox.taskLimit(user), node), user);
    const { work } = attemptFolder(order.root);
    const child = spawn(command!, args, {
      cwd: work,
      env: cleanEnvironment(work, order),
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
      ...(sandbox.startsAsRoot ? undefined : user),
    });
    return child.pid === undefined ? notStarted(child) : follow(child, order, sandbox, streamEndMs);
  };
}

/** The whole environment of a tool. */
function cleanEnvironment(work: string, { limits, traceparent }: Order): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    HOME: work,
    TMPDIR: work,
    LC_ALL: 'C.UTF-8',
    OMP_NUM_THREADS: String(limits.cpuCores),
    ...(traceparent && { TRACEPARENT: traceparent }),
  };
}

function notStarted(child: ChildProcess) {
  const ended = once(child, 'error').then(([cause]): Ending => ({ kind: 'not_started', cause }));
  return { stop: () => {}, ended };
}

function follow(child: ChildProcess, { root, limits, onProgress }: Order, { endsWhole }: Sandbox, streamEndMs: number) {
  const tree = createProcessTree(child.pid!, root);
  const line = child.stdio[3] as Duplex;
  let ready = false;
  let breach: Breach | undefined;
  let killTimer: NodeJS.Timeout | undefined;

  function end(found: Breach): void {
    // A tool that was asked to stop ends for that reason.
    if (!killTimer) breach ??= found;
    tree.kill();
  }

  const streams = watchStreams({ stdout: child.stdout!, stderr: child.stderr!, line }, (total) => {
    if (total > MAX_STREAM_BYTES) end('output');
  });
  line.on('data', createLineReader({ ready: () => (ready = true), progress: onProgress }));
  const watch = watchLimits(tree, root, limits, end);

  // Listened for from the start: it may come right after the exit, while leftovers are being killed.
  const closed = once(child, 'close');

  async function ended(): Promise<Ending> {
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
    watch.stop();
    clearTimeout(killTimer);
    if (!endsWhole || signal !== null) await tree.killLeftovers();
    await Promise.race([closed, sleep(streamEndMs, undefined, { ref: false })]);
    for (const stream of child.stdio) stream?.destroy();
    // Before the child is ready it has read nothing of the job, so its stderr may be logged.
    if (!ready && !breach && !killTimer)
      return {
        kind: 'not_started',
        cause: new Error(`the child did not start (${code ?? signal}): ${streams.tail()}`),
      };
    return { kind: 'ended', ...namedSignal(code, signal), breach, outOfMemory: streams.saysOutOfMemory() };
  }

  return {
    stop(graceMs: number) {
      line.write('stop\n');
      killTimer ??= setTimeout(() => tree.kill(), graceMs);
    },
    ended: ended(),
  };
}

/** Shells and sandboxes exit with 128 + n when their command was killed by signal n. */
function namedSignal(code: number | null, signal: NodeJS.Signals | null) {
  const name = Object.entries(constants.signals).find(([, number]) => number === (code ?? 0) - 128)?.[0];
  return name ? { code: null, signal: name as NodeJS.Signals } : { code, signal };
}
