import { CHILD_MAIN } from './childMain.ts';
import type { Execute, Order } from './executor.ts';
import { WAIT_MS, waitMsOf } from './mayRunAnother.ts';
import type { Sandbox } from './sandbox.ts';
import { startToolProcess, type ToolProcess } from './toolProcess.ts';

export interface ProcessExecutor {
  execute: Execute;
  /** Ends the processes that wait for another job. */
  close(): Promise<void>;
}

export interface ProcessExecutorOptions {
  /** Maximum number of processes while any of them waits for another job; 0: no process waits. */
  keep?: number;
  /** The program of the processes. */
  childMain?: string;
  streamEndMs?: number;
  /** How long a process waits for another job at least. */
  waitMs?: number;
}

const STREAM_END_MS = 200;

/** A process that waits for a job that may share it. */
interface Waiting {
  shares: string;
  process: ToolProcess;
  timer: NodeJS.Timeout;
}

/** Runs jobs in child processes. A job gets a new process, or one that waits for a job with the same `shares`. */
export function createProcessExecutor(
  sandbox: Sandbox,
  { keep = 0, childMain = CHILD_MAIN, streamEndMs = STREAM_END_MS, waitMs = WAIT_MS }: ProcessExecutorOptions = {},
): ProcessExecutor {
  /** In the order of their waiting time, longest first. */
  const waiting: Waiting[] = [];
  const ending = new Set<Promise<void>>();
  /** The keys of the last jobs, at most as many as there may be processes. */
  const recent: Pick<Order, 'shares'>[] = [];
  let busy = 0;

  function leave(entry: Waiting): ToolProcess {
    clearTimeout(entry.timer);
    waiting.splice(waiting.indexOf(entry), 1);
    return entry.process;
  }

  function end(entry: Waiting): void {
    // A folder that cannot be removed now is removed with the runner's folder.
    const ended = leave(entry)
      .end()
      .catch(() => {})
      .finally(() => ending.delete(ended));
    ending.add(ended);
  }

  function wait(shares: string, process: ToolProcess): void {
    const entry: Waiting = {
      shares,
      process,
      timer: setTimeout(() => end(entry), waitMsOf(process.firstJobMs(), waitMs)),
    };
    waiting.push(entry);
  }

  function processFor(order: Order): ToolProcess {
    for (const entry of waiting.filter(({ shares }) => shares === order.shares)) {
      if (entry.process.waits()) return leave(entry);
      end(entry);
    }
    while (waiting.length > 0 && waiting.length + busy >= keep) end(waiting[0]!);
    return startToolProcess(order, { sandbox, childMain, streamEndMs });
  }

  async function run(order: Order, process: ToolProcess, ended: ReturnType<Execute>['ended']) {
    busy++;
    try {
      return await ended;
    } finally {
      busy--;
      if (process.waits()) wait(order.shares!, process);
    }
  }

  return {
    execute(order) {
      const process = processFor(order);
      // A process only waits if a recent job, before or after its own began, had the same key. If each job came from another workspace,
      // no job would find its process waiting.
      const isRecent = () => recent.some((other) => other !== order && other.shares === order.shares);
      const hadOne = isRecent();
      recent.push(order);
      if (recent.length > keep) recent.shift();
      const isLast = () => order.shares === undefined || !(hadOne || isRecent());
      const { stop, ended } = process.run(order, isLast);
      return { stop, ended: run(order, process, ended) };
    },
    async close() {
      for (const entry of [...waiting]) end(entry);
      await Promise.all(ending);
    },
  };
}
