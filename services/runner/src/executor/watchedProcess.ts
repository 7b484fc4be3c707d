import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ToolLimits } from '@rotamer/tools/contract.ts';
import type { Breach, Ended } from './executor.ts';
import { MAX_STREAM_BYTES, STREAM_BYTES_PER_MS } from './limits.ts';
import { createProcessTree } from './processTree.ts';
import { type ChildEvents, createLineReader, watchStreams } from './streams.ts';
import { watchLimits } from './watch.ts';

/** A process in its sandbox, monitored from its start until all its processes are gone. */
export interface WatchedProcess {
  streams: Pick<ReturnType<typeof watchStreams>, 'total' | 'tail' | 'saysOutOfMemory'>;
  /** Writes a line to its pipe. */
  tell(line: string): void;
  /** Sends later messages of its pipe to these handlers. */
  listen(on: ChildEvents): void;
  /** Records the bytes on its disk that the runner put there. */
  staged(bytes: number): void;
  /** The processor time of the process among its own that used most; undefined where that cannot be read. */
  processorMs(): number | undefined;
  /** Checks its limits now, in addition to the periodic checks. */
  look(): void;
  kill(): void;
  exited(): boolean;
  /** Resolves when the process and all its descendants are gone. */
  gone: Promise<HowEnded>;
  /** Asks the process to exit, then resolves like `gone`. */
  exit(): Promise<HowEnded>;
}

export type HowEnded = Pick<Ended, 'code' | 'signal'> & { diskWasFull: boolean };

export interface WatchOptions {
  /** The only folder that it can write to. */
  folder: string;
  limits: ToolLimits;
  /** From the sandbox (sandbox.ts). */
  endsWhole: boolean;
  /** Longest wait for the end of a stream that an undetected process may still hold. */
  streamEndMs: number;
  /** Called when it has exceeded a limit; it is killed for that. */
  onBreach(breach: Breach): void;
}

/** A process that was asked to exit is killed after this time, and then its job counts as failed. A starved machine may take seconds. */
const EXIT_GRACE_MS = 10_000;

export function watchProcess(child: ChildProcess, options: WatchOptions): WatchedProcess {
  const { folder, limits, endsWhole, streamEndMs, onBreach } = options;
  const tree = createProcessTree(child.pid!, folder);
  const line = child.stdio[3] as Duplex;
  let read: ReturnType<typeof createLineReader> = () => {};
  const begunAt = performance.now();
  let stagedBytes = 0;
  let exited = false;

  function breached(found: Breach): void {
    onBreach(found);
    tree.kill();
  }

  const streams = watchStreams({ stdout: child.stdout!, stderr: child.stderr!, line }, (total) => {
    const runMs = performance.now() - begunAt;
    if (total > MAX_STREAM_BYTES + runMs * STREAM_BYTES_PER_MS) breached('output');
  });
  line.on('data', (chunk: Buffer) => read(chunk));
  const watch = watchLimits(tree, folder, limits, () => stagedBytes, breached);

  // The listener is added at the start: the event may come right after the exit, while leftovers are being killed.
  const closed = once(child, 'close');
  const gone = untilGone();

  async function untilGone(): Promise<HowEnded> {
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
    exited = true;
    const diskWasFull = watch.diskWasFull();
    watch.stop();
    if (!endsWhole || signal !== null) await tree.killLeftovers();
    await Promise.race([closed, sleep(streamEndMs, undefined, { ref: false })]);
    for (const stream of child.stdio) stream?.destroy();
    return { ...namedSignal(code, signal), diskWasFull };
  }

  return {
    streams,
    tell: (text) => void line.write(`${text}\n`),
    listen: (on) => (read = createLineReader(on)),
    staged: (bytes) => (stagedBytes = bytes),
    processorMs: tree.processorMs,
    look() {
      if (!exited) watch.look();
    },
    kill: tree.kill,
    exited: () => exited,
    gone,
    async exit() {
      if (!exited) line.write('exit\n');
      const timer = setTimeout(() => tree.kill(), EXIT_GRACE_MS);
      const how = await gone;
      clearTimeout(timer);
      return how;
    },
  };
}

/** Shells and sandboxes exit with 128 + n when their command was killed by signal n. */
function namedSignal(code: number | null, signal: NodeJS.Signals | null): Pick<Ended, 'code' | 'signal'> {
  const name = Object.entries(constants.signals).find(([, number]) => number === (code ?? 0) - 128)?.[0];
  return name ? { code: null, signal: name as NodeJS.Signals } : { code, signal };
}
