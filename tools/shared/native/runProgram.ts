import { type ChildProcess, spawn } from 'node:child_process';
import { basename } from 'node:path';
import { type Program, ToolError } from '../../contract.ts';
import { addGroup, removeGroup, signalGroup } from './groups.ts';

export interface Order {
  program: Program;
  args: string[];
  /** The folder of the job: current directory, home and place of temporary files. */
  cwd: string;
  signal: AbortSignal;
  threads?: number;
  /** More of its environment. */
  env?: Record<string, string>;
  /** What the program reads on stdin, where it asks questions; else it finds nothing there. */
  input?: string;
  /** For programs that hang at some inputs; without one the tool's own limit ends them. */
  timeoutSeconds?: number;
  maxOutputMiB?: number;
  /** Exit codes that are no failure; by default 0 alone. */
  exitCodes?: number[];
  /** Each line of stderr, which ends at \n or \r, as programs that report progress write it. */
  onStderr?: (line: string) => void;
  /** What arrives on stdout, as it arrives and as Latin-1: bars of progress grow within a line. For whole lines: `eachLine`. */
  onStdout?: (text: string) => void;
}

export interface Finished {
  stdout: string;
  stderr: string;
  /** The job was stopped, and the program ended for that reason: what it wrote may be incomplete. */
  stopped: boolean;
}

/** After SIGTERM, so that a stopped job ends within what its runner waits. */
const GRACE_MS = 1_500;
const MIB = 1024 * 1024;
const TAIL = 64 * 1024;

/**
 * Runs a program in a process group of its own, without a shell and with nothing but a job's environment, and waits for
 * the end of it. A stop sends SIGTERM to the group, then SIGKILL.
 *
 * @throws ToolError when it exits with another code than 0 (or `exitCodes`), is ended by a signal, hangs or writes too much. That it exits
 * with 0 means little: callers check what it wrote.
 */
export async function runProgram(order: Order): Promise<Finished> {
  if (order.signal.aborted) return { stdout: '', stderr: '', stopped: true };
  const { program, args, cwd, threads = 1, env, input } = order;
  const child = spawn(program.command, args, {
    cwd,
    env: {
      PATH: process.env.PATH,
      HOME: cwd,
      TMPDIR: cwd,
      LC_ALL: 'C.UTF-8',
      OMP_NUM_THREADS: String(threads),
      // Threads that wait leave the processor to others: without it two of GROMACS took ten times the time of one.
      OMP_WAIT_POLICY: 'PASSIVE',
      ...env,
    },
    detached: true,
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  });
  // A program that ends before it has read everything.
  child.stdin?.on('error', () => {}).end(input);
  if (child.pid !== undefined) addGroup(child.pid);
  return follow(child, order);
}

function follow(child: ChildProcess, order: Order): Promise<Finished> {
  const { program, signal, timeoutSeconds, maxOutputMiB = 64, exitCodes = [0], onStderr = () => {}, onStdout } = order;
  const stderrLines = eachLine(onStderr);
  const pid = child.pid;
  const stdout: Buffer[] = [];
  let bytes = 0;
  let stderr = '';
  let reason: 'stopped' | 'too slow' | 'too much' | undefined;
  const timers: NodeJS.Timeout[] = [];

  function end(why: NonNullable<typeof reason>): void {
    if (reason || pid === undefined) return;
    reason = why;
    signalGroup(pid, 'SIGTERM');
    timers.push(setTimeout(() => signalGroup(pid, 'SIGKILL'), GRACE_MS));
  }
  const onAbort = () => end('stopped');
  signal.addEventListener('abort', onAbort);
  if (timeoutSeconds) timers.push(setTimeout(() => end('too slow'), timeoutSeconds * 1000));

  child.stdout!.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > maxOutputMiB * MIB) end('too much');
    else stdout.push(chunk);
    onStdout?.(chunk.toString('latin1'));
  });
  child.stderr!.setEncoding('utf8').on('data', (chunk: string) => {
    stderr = `${stderr}${chunk}`.slice(-TAIL);
    stderrLines(chunk);
  });

  return new Promise((resolve, reject) => {
    const done = () => {
      signal.removeEventListener('abort', onAbort);
      for (const timer of timers) clearTimeout(timer);
      if (pid === undefined) return;
      // Nothing that the program started outlives it.
      signalGroup(pid, 'SIGKILL');
      removeGroup(pid);
    };
    child.on('error', (error: NodeJS.ErrnoException) => {
      done();
      reject(error.code === 'ENOENT' ? new ToolError(`${program.command} is not installed on this runner`) : error);
    });
    child.on('exit', () => pid !== undefined && reason && signalGroup(pid, 'SIGKILL'));
    child.on('close', (code, endedBy) => {
      done();
      const text = Buffer.concat(stdout).toString();
      if (reason === 'stopped') resolve({ stdout: text, stderr, stopped: true });
      else if (reason === 'too slow') reject(failure(program, `did not end within ${timeoutSeconds} s`, ''));
      else if (reason === 'too much') reject(failure(program, `wrote more than ${maxOutputMiB} MiB`, ''));
      else if (endedBy) reject(failure(program, `was ended by ${endedBy}`, stderr));
      else if (!exitCodes.includes(code!))
        reject(failure(program, signalOf(code!) ?? `failed with exit code ${code}`, stderr));
      else resolve({ stdout: text, stderr, stopped: false });
    });
  });
}

/** Takes text in pieces, and passes on its lines. */
export function eachLine(onLine: (line: string) => void): (chunk: string) => void {
  let begun = '';
  return (chunk) => {
    const lines = `${begun}${chunk}`.split(/[\r\n]/);
    begun = lines.pop()!.slice(-TAIL);
    for (const line of lines) onLine(line);
  };
}

/** Scripts around programs exit with 128 + the number of the signal. */
function signalOf(code: number): string | undefined {
  const names: Record<number, string> = { 134: 'SIGABRT', 136: 'SIGFPE', 137: 'SIGKILL', 139: 'SIGSEGV' };
  return names[code] && `was ended by ${names[code]}`;
}

const MAX_MESSAGE = 400;

/** A failure with the last lines that the program wrote, for the job's owner. */
function failure({ command }: Program, what: string, stderr: string): ToolError {
  const lines = stderr
    .split(/[\r\n]/)
    .map((line) => line.replace(/[\p{C}]/gu, ' ').trim())
    .filter((line) => line !== '');
  const tail = lines.slice(-4).join(' | ').slice(-MAX_MESSAGE);
  return new ToolError(`${basename(command)} ${what}${tail && `: ${tail}`}`);
}
