import { Socket } from 'node:net';
import { killGroups } from '@rotamer/tools/shared/native/groups.ts';

/** A job that the runner gives to a child, as one line of JSON. */
export interface PipeJob {
  /** Root of its attempt folder. */
  root: string;
  /** For the tool's own spans. */
  traceparent?: string;
}

/** The tool returned, and its process could run another job (`done`) or not (`over`). */
export type JobEnd = 'done' | 'over';

/** The child's pipe to its runner: file descriptor 3. */
export interface RunnerPipe {
  /** The next job; only while it is waited for does the pipe keep the process alive. */
  next(): Promise<PipeJob>;
  /** The job has come; nothing of it has been read yet. */
  ready(): void;
  /** Whole percent. */
  progress(percent: number): void;
  /** The runner looks at the process once more, then it says how it goes on. */
  ended(end: JobEnd): void;
}

/**
 * Opens the pipe. When the runner writes `stop` to it, the whole process group gets SIGTERM, this process included; `exit` is for a
 * process without a job. When the runner is gone the group is killed at once, so that no tool outlives its runner.
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
    // Native programs have process groups of their own.
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
    ended: (end) => void pipe.write(`${end}\n`),
  };
}
