import { Socket } from 'node:net';
import { killGroups } from '@rotamer/tools/shared/native/groups.ts';
import type { ReportPipe } from './reportPrograms.ts';

/** A job that the runner sends to a child, as one line of JSON. */
export interface PipeJob {
  /** The root of the attempt folder. */
  root: string;
  /** The parent of the tool's spans. */
  traceparent?: string;
}

/** Reported when the tool has returned: its process could run another job (`done`) or not (`over`). */
export type JobEnd = 'done' | 'over';

/** The child's pipe to its runner: file descriptor 3. */
export interface RunnerPipe {
  /** Waits for the next job. The pipe keeps the process alive only during this wait. */
  next(): Promise<PipeJob>;
  /** Reports that the job has arrived. Nothing of it has been read yet. */
  ready(): void;
  /** Reports progress in whole percent. */
  progress(percent: number): void;
  /** Reports what programs of the job do. */
  programs: ReportPipe;
  /** Resolves when the runner's end of the pipe has everything, or does not take it within a second. */
  sent(): Promise<void>;
  /** Reports the end of the job. The runner then checks the process once more and sends the next message. */
  ended(end: JobEnd): void;
}

const SENT_WITHIN_MS = 1_000;

const base64 = (text: string): string => Buffer.from(text).toString('base64');

/**
 * Opens the pipe. When the runner writes `stop`, the whole process group gets SIGTERM, including this process. `exit` ends a process
 * without a job. When the runner is gone, the group is killed at once, so that no tool outlives its runner.
 */
export function openRunnerPipe(): RunnerPipe {
  const pipe = new Socket({ fd: 3, readable: true, writable: true });
  let given = Promise.withResolvers<PipeJob>();
  let rest = '';
  pipe.on('data', (chunk) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop()!;
    for (const line of lines) {
      if (line === 'stop') process.kill(0, 'SIGTERM');
      else if (line === 'exit') process.exit(0);
      else given.resolve(JSON.parse(line));
    }
  });
  const end = () => {
    // Native programs have their own process groups.
    killGroups();
    process.kill(0, 'SIGKILL');
  };
  pipe.on('error', end);
  pipe.on('close', end);
  return {
    ready: () => void pipe.write('ready\n'),
    async next() {
      pipe.ref();
      const job = await given.promise;
      pipe.unref();
      given = Promise.withResolvers();
      return job;
    },
    progress: (percent) => void pipe.write(`${percent}\n`),
    programs: {
      log: ({ startsAt, text }) => void pipe.write(`log ${startsAt} ${base64(text)}\n`),
      ran: (number, command) => void pipe.write(`ran ${number} ${base64(JSON.stringify(command))}\n`),
      leftOut: (commands) => void pipe.write(`unlisted ${commands}\n`),
      waiting: () => pipe.writableLength,
    },
    sent: () =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, SENT_WITHIN_MS);
        pipe.write('\n', () => {
          clearTimeout(timer);
          resolve();
        });
      }),
    ended: (end) => void pipe.write(`${end}\n`),
  };
}
