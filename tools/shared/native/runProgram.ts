import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { type Program, ToolError } from '../../contract.ts';
import { addGroup, removeGroup, signalGroup } from './groups.ts';
import { logRun } from './programLog.ts';

export interface Order {
  program: Program;
  args: string[];
  /** The folder of the job: current directory, home directory and place of temporary files. */
  cwd: string;
  signal: AbortSignal;
  threads?: number;
  /** Additional environment variables. */
  env?: Record<string, string>;
  /** Text for stdin, if the program asks questions; stdin is empty by default. */
  input?: string;
  /** Time limit for programs that hang at some inputs. Without it only the tool's own limit applies. */
  timeoutSeconds?: number;
  maxOutputMiB?: number;
  /** A file in which the program writes what others write to stderr. Its end becomes part of the log of the job. */
  logFile?: string;
  /** Exit codes that count as success; by default only 0. */
  exitCodes?: number[];
  /** Called with each line of stderr. Lines end at \n or \r, because programs end lines of progress with \r. */
  onStderr?: (line: string) => void;
  /**
   * Called with text from stdout as it arrives, as Latin-1: progress bars grow within a line. For whole lines use
   * `eachLine`.
   */
  onStdout?: (text: string) => void;
}

export interface Finished {
  stdout: string;
  stderr: string;
  /** The job was stopped, and the program was ended for that reason: its output may be incomplete. */
  stopped: boolean;
}

/** Time after SIGTERM. It is shorter than the time that a runner waits for a stopped job. */
const GRACE_MS = 1_500;
const MIB = 1024 * 1024;
const TAIL = 64 * 1024;

/**
 * Runs a program in a separate process group, without a shell and with only the job's environment, and waits for its
 * end. A stop sends SIGTERM to the group, then SIGKILL.
 *
 * @throws ToolError when the program exits with a code other than 0 (or `exitCodes`), is ended by a signal, hangs or
 * writes too much. Programs exit with 0 at many faults, so callers must check the output.
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
      // Waiting threads leave the processor to others. Without this, two GROMACS runs at once took ten times as long as
      // one.
      OMP_WAIT_POLICY: 'PASSIVE',
      ...env,
    },
    detached: true,
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  });
  // A program may end before it has read all its input.
  child.stdin?.on('error', () => {}).end(input);
  if (child.pid !== undefined) addGroup(child.pid);
  return follow(child, order);
}

function follow(child: ChildProcess, order: Order): Promise<Finished> {
  const { program, signal, timeoutSeconds, maxOutputMiB = 64, exitCodes = [0], onStderr = () => {}, onStdout } = order;
  const log = logRun({ command: program.command, args: order.args, cwd: order.cwd });
  const begunAt = performance.now();
  const stderrLines = eachLine(onStderr);
  const decoder = new TextDecoder();
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
    log.wrote('stdout', chunk);
  });
  child.stderr!.on('data', (bytes: Buffer) => {
    log.wrote('stderr', bytes);
    const chunk = decoder.decode(bytes, { stream: true });
    stderr = `${stderr}${chunk}`.slice(-TAIL);
    stderrLines(chunk);
  });

  return new Promise((resolve, reject) => {
    const done = () => {
      signal.removeEventListener('abort', onAbort);
      for (const timer of timers) clearTimeout(timer);
      if (pid === undefined) return;
      // End all processes that the program started.
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
      if (order.logFile) log.wrote('stderr', endOfFile(order.logFile));
      log.ended({ code, signal: endedBy, elapsedMs: performance.now() - begunAt });
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

/** Returns the last 64 KiB of a file; nothing when it cannot be read. */
function endOfFile(path: string): Buffer {
  try {
    return readFileSync(path).subarray(-TAIL);
  } catch {
    return Buffer.alloc(0);
  }
}

/** Returns a function that takes text in pieces and calls `onLine` with each line. */
export function eachLine(onLine: (line: string) => void): (chunk: string) => void {
  let begun = '';
  return (chunk) => {
    const lines = `${begun}${chunk}`.split(/[\r\n]/);
    begun = lines.pop()!.slice(-TAIL);
    for (const line of lines) onLine(line);
  };
}

/** Returns the signal that ended a program. Scripts around programs exit with 128 + the number of the signal. */
function signalOf(code: number): string | undefined {
  const names: Record<number, string> = { 134: 'SIGABRT', 136: 'SIGFPE', 137: 'SIGKILL', 139: 'SIGSEGV' };
  return names[code] && `was ended by ${names[code]}`;
}

const MAX_MESSAGE = 400;

/** Returns an error with the last lines that the program wrote, for the job's owner. */
function failure({ command }: Program, what: string, stderr: string): ToolError {
  const lines = stderr
    .split(/[\r\n]/)
    .map((line) => line.replace(/[\p{C}]/gu, ' ').trim())
    .filter((line) => line !== '');
  const tail = lines.slice(-4).join(' | ').slice(-MAX_MESSAGE);
  return new ToolError(`${basename(command)} ${what}${tail && `: ${tail}`}`);
}
