import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What every line of a service says. */
export interface LogLine {
  level: string;
  service: string;
  message: string;
  [name: string]: unknown;
}

/** The text of every log of a stack, by the name of what wrote it: the services, and PostgreSQL. */
export function readLogs(dataDir: string): Map<string, string> {
  const folder = join(dataDir, 'logs');
  return new Map(
    readdirSync(folder).map((file) => [file.replace(/\.log$/, ''), readFileSync(join(folder, file), 'utf8')]),
  );
}

/** The lines of a service's log; fails for one that is no JSON. The last may be half written yet. */
export function parseLines(logs: Map<string, string>, service: string): LogLine[] {
  const lines = logs.get(service)!.split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line));
}
