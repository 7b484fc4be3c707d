import type { Duplex, Readable } from 'node:stream';
import type { JobEnd } from '../child/runnerPipe.ts';

/** Bytes of stderr that are kept. */
const TAIL_BYTES = 4096;

/** Messages of failed memory allocations: V8, C++, libc, WebAssembly, Python. */
const OUT_OF_MEMORY =
  /heap out of memory|out of memory|bad_alloc|Cannot allocate memory|Array buffer allocation|MemoryError/i;

/** Counts the bytes that a tool writes to its streams and keeps the tail of its stderr. */
export function watchStreams(
  streams: { stdout: Readable; stderr: Readable; line: Duplex },
  onBytes: (total: number) => void,
) {
  let total = 0;
  let tail = Buffer.alloc(0);
  for (const stream of Object.values(streams)) {
    stream.on('error', () => {}); // the tool closed its end
    stream.on('data', (chunk: Buffer) => {
      total += chunk.length;
      onBytes(total);
    });
  }
  streams.stderr.on('data', (chunk: Buffer) => {
    tail = Buffer.concat([tail, chunk]).subarray(-TAIL_BYTES);
  });
  return {
    total: () => total,
    tail: () => tail.toString(),
    saysOutOfMemory: () => OUT_OF_MEMORY.test(tail.toString()),
  };
}

/** Longest line of the pipe: a piece of a log, in Base64. A longer one is cut. */
const MAX_LINE = 64 * 1024;

/** Messages of a child about the job that it runs. */
export interface ChildEvents {
  ready(): void;
  progress(percent: number): void;
  ended(end: JobEnd): void;
  /** A message about the programs of the job: its first word, its number, and its content. */
  programs?(kind: ProgramsMessage, number: number, content: string): void;
}

/** A piece of the log, an entry of the list of commands, or how many commands the list lacks. */
export type ProgramsMessage = 'log' | 'ran' | 'unlisted';

const OF_PROGRAMS = /^(log|ran|unlisted) (\d{1,15})(?: ([A-Za-z0-9+/=]+))?$/;

/**
 * Reads messages from the child's pipe: `ready`, whole percent, what programs do, or how the job ended. Anything else is
 * ignored.
 */
export function createLineReader(on: ChildEvents): (chunk: Buffer) => void {
  let rest = '';
  let highest = -1;
  return (chunk) => {
    const lines = (rest + chunk.toString('latin1')).split('\n');
    rest = lines.pop()!.slice(0, MAX_LINE);
    for (const line of lines) {
      const [, kind, number, content = ''] = OF_PROGRAMS.exec(line) ?? [];
      if (kind) on.programs?.(kind as ProgramsMessage, Number(number), Buffer.from(content, 'base64').toString());
      if (line === 'ready') on.ready();
      if (line === 'done' || line === 'over') on.ended(line);
      if (!/^\d{1,3}$/.test(line)) continue;
      const percent = Number(line);
      if (percent <= highest || percent > 100) continue;
      highest = percent;
      on.progress(percent);
    }
  };
}
