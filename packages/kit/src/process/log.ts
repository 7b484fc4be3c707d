import { pino } from 'pino';

/** Structured JSON lines on stdout. */
export type { Logger } from 'pino';

/** Never in a log line: the values of keys that end with one of these. PostgreSQL's `detail` quotes whole rows. */
const SECRETS = ['authorization', 'content', 'token', 'secret', 'password', 'email', 'url', 'detail'];
const SECRET = new RegExp(`(${SECRETS.join('|')})$`, 'i');

/** Deeper than this nothing is logged. */
const MAX_DEPTH = 6;

/** A service's logger: one JSON object a line, with the service's name, secrets left out however deep they are. */
export function createLog(service: string, level: string, destination?: { write(line: string): void }) {
  return pino(
    {
      level,
      base: { service },
      messageKey: 'message',
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: {
        level: (label) => ({ level: label }),
        log: (line) => censor(line) as Record<string, unknown>,
      },
      // Errors are written out by censor, wherever they are.
      serializers: { err: (error) => error },
    },
    destination ?? stdout(),
  );
}

/** Lines wait for company until then, so that a busy service does not make a system call for each. */
const FLUSH_MS = 100;
const FLUSH_BYTES = 8 * 1024;

/**
 * Written by this thread, in order and all of it before the process ends: otherwise the last words of one that ends come
 * out of order. Only SIGKILL takes the lines of the last tenth of a second with it.
 */
function stdout() {
  const out = pino.destination({ fd: 1, sync: true });
  // Gathered here: pino's own buffer measures all that it holds anew with each line.
  let lines = '';
  const flushSync = () => {
    if (lines === '') return;
    out.write(lines);
    lines = '';
  };
  setInterval(flushSync, FLUSH_MS).unref();
  process.on('exit', flushSync);
  return {
    write(line: string) {
      lines += line;
      if (lines.length >= FLUSH_BYTES) flushSync();
    },
    /** Called by pino after a fatal line. */
    flushSync,
  };
}

// pino's own redaction knows fixed depths only, and six of them cost 200 µs a line.
function censor(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth > MAX_DEPTH) return '[deep]';
  if (value instanceof Error) return censor(pino.stdSerializers.err(value), depth);
  if ('toJSON' in value) return value; // a Date, a Buffer, a URL
  if (Array.isArray(value)) return value.map((element) => censor(element, depth + 1));
  const shown: Record<string, unknown> = {};
  for (const [key, inner] of Object.entries(value))
    shown[key] = isSecret(key) ? '[redacted]' : censor(inner, depth + 1);
  return shown;
}

/** What was said of a key before: the expression is tried once for each, not for ten keys a line. */
const said = new Map<string, boolean>();
const MAX_SAID = 1_000;

function isSecret(key: string): boolean {
  const known = said.get(key);
  if (known !== undefined) return known;
  const answer = SECRET.test(key);
  if (said.size < MAX_SAID) said.set(key, answer);
  return answer;
}
