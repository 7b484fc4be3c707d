import type { Io, RawIo } from '../io.ts';
import { run } from '../run.ts';

export interface FakeIo extends RawIo {
  stdout: string;
  stderr: string;
  /** The questions that were asked. */
  asked: string[];
  /** The pages that were opened. */
  opened: string[];
}

export interface FakeOptions
  extends Partial<Pick<Io, 'env' | 'platform' | 'home' | 'cwd' | 'canAsk' | 'fetch' | 'interrupted' | 'time'>> {
  /** Whether stdout and stderr are a terminal. */
  terminal?: boolean;
  stdin?: string;
  /** The answer to every question. */
  answer?: string;
}

export function fakeIo({ terminal = false, stdin = '', answer = '', ...more }: FakeOptions = {}): FakeIo {
  const asked: string[] = [];
  const opened: string[] = [];
  const write = (stream: 'stdout' | 'stderr') => (text: string) => {
    io[stream] += text;
  };
  const io: FakeIo = {
    env: { ROTAMER_API_KEY: 'rot_live_4fGh7sKqSECRET', ROTAMER_BASE_URL: 'http://rotamer.test', NO_COLOR: '1' },
    platform: 'linux',
    home: '/nowhere',
    cwd: '/nowhere',
    canAsk: terminal,
    stdout: '',
    stderr: '',
    asked,
    opened,
    openBrowser: (url) => void opened.push(url),
    out: { isTerminal: terminal, columns: terminal ? 100 : undefined, write: write('stdout') },
    err: { isTerminal: terminal, columns: terminal ? 100 : undefined, write: write('stderr') },
    readStdin: async () => Buffer.from(stdin),
    ask: async (question) => {
      asked.push(question);
      return answer;
    },
    interrupted: new AbortController().signal,
    fetch: async () => {
      throw new Error('no request was expected');
    },
    ...more,
  };
  return io;
}

/** Runs a command line, and parses its output as JSON. */
export async function runFake(args: string[], options?: FakeOptions) {
  const io = fakeIo(options);
  const code = await run(args, io);
  return { code, io, json: () => JSON.parse(io.stdout) };
}
