import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The fields of every log line of a service. */
export interface LogLine {
  level: string;
  service: string;
  message: string;
  [name: string]: unknown;
}

/** Returns the text of every log of a stack by the name of its source: the services and PostgreSQL. */
export function readLogs(dataDir: string): Map<string, string> {
  const folder = join(dataDir, 'logs');
  return new Map(
    readdirSync(folder).map((file) => [file.replace(/\.log$/, ''), readFileSync(join(folder, file), 'utf8')]),
  );
}

/** Parses the lines of a service's log. Throws for a line that is not JSON. An incomplete last line is ignored. */
export function parseLines(logs: Map<string, string>, service: string): LogLine[] {
  const lines = logs.get(service)!.split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line));
}
