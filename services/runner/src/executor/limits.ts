import type { ToolLimits } from '@rotamer/tools/contract.ts';
import { MAX_PROCESSOR_MS } from './mayRunAnother.ts';

/** Maximum tasks (including threads) of one attempt: enough for a parallel program, too few for a fork bomb. */
export const MAX_TASKS = 256;

/**
 * Maximum processes of one attempt. Lower than the limit of tasks, so that a fork bomb at the task limit is detected and killed. Otherwise
 * it would keep every processor busy until its time limit.
 */
export const MAX_PROCESSES = MAX_TASKS / 2;

/** Bytes that one attempt may write to stdout, stderr and the progress pipe together. */
export const MAX_STREAM_BYTES = 16 * 1024 * 1024;

/** Bytes that it may write in addition for each millisecond of its run: its log (child/reportPrograms.ts) and a reserve. */
export const STREAM_BYTES_PER_MS = 256;

/** What V8 maps as data before a tool is loaded (610 MiB measured with Node 24), and room for its threads' stacks. */
const NODE_DATA_MIB = 1024;

const OPEN_FILES = 256;

/**
 * Sets resource limits, then runs the command in the work folder. Fixed text: every value is an argument. The shell
 * stays as the parent, so that a tool that kills its parent does not reach the runner; its trap makes it wait for the
 * tool on SIGTERM.
 */
const SCRIPT = `cd "$HOME" || exit; unset PWD OLDPWD
ulimit -c 0; ulimit -t $1; ulimit -f $2; ulimit -n $3; ulimit -d $4
if [ "$5" != - ]; then ulimit -u $5 2>/dev/null || ulimit -p $5; fi
shift 5; trap : TERM; "$@"`;

/** Wraps a command in one that sets the resource limits of a process. */
export function limited(limits: ToolLimits, taskLimit: number | undefined, command: string[]): string[] {
  const values = [
    // Seconds of processor time, with those of earlier jobs; well-behaved tools reach the wall time limit first.
    limits.wallSeconds * limits.cpuCores + 10 + MAX_PROCESSOR_MS / 1000,
    // Blocks of 512 bytes, as in POSIX.
    limits.outputMiB * 2048,
    OPEN_FILES,
    // KiB. Data, not address space: V8 and WebAssembly reserve address space by the terabyte.
    (limits.memoryMiB + NODE_DATA_MIB) * 1024,
    taskLimit ?? '-',
  ];
  return ['/bin/sh', '-c', SCRIPT, 'sh', ...values.map(String), ...command];
}
