import { readdirSync, readFileSync } from 'node:fs';

/**
 * Linux reports CPU time in ticks of a hundredth of a second, independent of the kernel's own clock
 * (sysconf(_SC_CLK_TCK)).
 */
const TICK_MS = 10;

interface Process {
  parent: number;
  /** CPU time of the process and of its children that have ended, in milliseconds. */
  cpuMs: number;
}

/** Returns the CPU time in milliseconds of each of these processes, including all its descendants. */
export function cpuTimes(roots: number[]): number[] {
  const processes = readProcesses();
  const children = Map.groupBy(processes.keys(), (pid) => processes.get(pid)!.parent);
  const timeOf = (pid: number): number => {
    const below = (children.get(pid) ?? []).map(timeOf);
    return below.reduce((sum, ms) => sum + ms, processes.get(pid)?.cpuMs ?? 0);
  };
  return roots.map(timeOf);
}

/** Returns the processes that a process has started, and theirs. */
export function descendantsOf(root: number): number[] {
  const processes = readProcesses();
  const children = Map.groupBy(processes.keys(), (pid) => processes.get(pid)!.parent);
  const below = (pid: number): number[] => (children.get(pid) ?? []).flatMap((child) => [child, ...below(child)]);
  return below(root);
}

/** Returns the resident memory of a process in MB (10⁶ bytes). */
export function residentMb(pid: number): number {
  const [, kib] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return (Number(kib) * 1024) / 1e6;
}

function readProcesses(): Map<number, Process> {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return new Map(pids.flatMap((pid) => readProcess(pid)));
}

function readProcess(pid: string): [number, Process][] {
  try {
    // proc_pid_stat(5): the name in parentheses may contain anything, so fields are counted from the end.
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = line
      .slice(line.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15);
    const ticks = user + system + endedUser + endedSystem;
    return [[Number(pid), { parent: fields[1]!, cpuMs: ticks * TICK_MS }]];
  } catch {
    return []; // the process has just exited
  }
}
