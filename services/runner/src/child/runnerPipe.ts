import { Socket } from 'node:net';
import { killGroups } from '@rotamer/tools/shared/native/groups.ts';

/** The child's pipe to its runner: file descriptor 3. */
export interface RunnerPipe {
  ready(): void;
  /** Whole percent. */
  progress(percent: number): void;
}

/**
 * Opens the pipe. When the runner writes `stop` to it, the whole process group gets SIGTERM, this process included.
 * When the runner is gone the group is killed at once, so that no tool outlives its runner.
 */
export function openRunnerPipe(): RunnerPipe {
  const pipe = new Socket({ fd: 3, readable: true, writable: true });
  pipe.on('data', (chunk) => {
    if (chunk.includes('stop\n')) process.kill(0, 'SIGTERM');
  });
  const end = () => {
    // Native programs have process groups of their own.
    killGroups();
    process.kill(0, 'SIGKILL');
  };
  pipe.on('error', end);
  pipe.on('close', end);
  pipe.unref();
  return {
    ready: () => void pipe.write('ready\n'),
    progress: (percent) => void pipe.write(`${percent}\n`),
  };
}
