import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { program } from '@rotamer/chart/programs.ts';
import { namespace, toolNamespace } from './cluster.ts';

/** Folder with one log file for each pod. The logs of pods that a rolling upgrade replaces would be lost otherwise. */
export const logFolder = join(import.meta.dirname, '../../../node_modules/.cache/rotamer-kubernetes-logs');

/** Follows the logs of all pods of the tests, including later ones, until it is stopped. */
export function followLogs(): { stop: () => void } {
  rmSync(logFolder, { recursive: true, force: true });
  mkdirSync(logFolder, { recursive: true });
  const followed = new Set<string>();
  const children: ChildProcess[] = [];

  function kubectl(args: string[]) {
    const child = spawn(program('kubectl'), args, { stdio: ['ignore', 'pipe', 'ignore'] });
    children.push(child);
    return child.stdout;
  }

  for (const where of [namespace, toolNamespace]) {
    const row = '{.metadata.name} {.status.containerStatuses[0].state.running.startedAt}{"\\n"}';
    const watch = kubectl(['-n', where, 'get', 'pods', '--watch', '--output', `jsonpath=${row}`]);
    createInterface({ input: watch }).on('line', (line) => {
      const [name = '', startedAt] = line.split(' ');
      if (!startedAt || followed.has(name)) return;
      followed.add(name);
      kubectl(['-n', where, 'logs', '--follow', name]).pipe(createWriteStream(join(logFolder, `${name}.log`)));
    });
  }
  return { stop: () => children.forEach((child) => void child.kill()) };
}

/**
 * Returns the lines in logs of present and former pods that report a problem since a moment (ISO 8601), oldest first.
 */
export function complaintsSince(at: string): string[] {
  return readdirSync(logFolder)
    .filter((file) => file !== 'load.log')
    .flatMap((file) =>
      readFileSync(join(logFolder, file), 'utf8')
        .split('\n')
        .map(parsed)
        .filter((line): line is LogLine => line !== undefined && line.time >= at && isComplaint(line))
        .map(({ time, ...line }) => `${time} ${file.replace('.log', '')} ${described(line)}`),
    )
    .sort();
}

interface LogLine {
  time: string;
  level?: string;
  status?: number;
  err?: { message?: string; stack?: string };
}

function parsed(text: string): LogLine | undefined {
  try {
    const line = JSON.parse(text);
    return typeof line.time === 'string' ? line : undefined;
  } catch {
    return undefined;
  }
}

const isComplaint = ({ level = '', status = 0 }: LogLine) => status >= 500 || ['error', 'fatal'].includes(level);

/** Leaves out stacks, which would hide other lines. The log file has them. */
const described = ({ err, ...line }: Omit<LogLine, 'time'>) => JSON.stringify({ ...line, err: err?.message });
