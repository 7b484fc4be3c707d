import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';

export interface Ended {
  /** Exit code. 127: the program does not exist; null: a signal ended it. */
  code: number | null;
  /** The printed output, if it is captured. */
  output: string;
  /** CPU time of the program and of all descendants that were waited for, in seconds. */
  cpuSeconds: number;
}

/** Runs its arguments, and writes the output of `times` to descriptor 3, because Node reports only its own CPU time. */
const TIMED = '"$@" 3>&-; code=$?; times >&3; exit $code';

/** Runs a program on this terminal, or captures its output. */
export async function runTimed(
  command: string[],
  options: Pick<SpawnOptions, 'cwd' | 'env'>,
  captured: boolean,
): Promise<Ended> {
  const terminal = captured ? 'pipe' : 'inherit';
  const stdio = ['inherit', terminal, terminal, 'pipe'] as const;
  const child = spawn('sh', ['-c', TIMED, 'sh', ...command], { ...options, stdio: [...stdio] });
  let output = '';
  let times = '';
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text) => (output += text));
  (child.stdio[3] as Readable).setEncoding('utf8').on('data', (text) => (times += text));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output, cpuSeconds: secondsIn(times) };
}

/** Returns the sum of the times printed by `times`, user and system time of the shell and its children, such as `1m2.30s`. */
function secondsIn(times: string): number {
  return [...times.matchAll(/(\d+)m([\d.]+)s/g)].reduce((sum, [, minutes, seconds]) => {
    return sum + Number(minutes) * 60 + Number(seconds);
  }, 0);
}
