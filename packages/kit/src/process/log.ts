import { pino } from 'pino';

/** Structured JSON lines on stdout. */
export type { Logger } from 'pino';

/**
 * Keys that end with one of these never have their values in a log line. PostgreSQL's `detail` quotes whole rows, and its
 * `where` the value that it could not parse; Node's `input` is the text of an invalid URL.
 */
const SECRETS = ['authorization', 'content', 'token', 'secret', 'password', 'email', 'url', 'detail', 'where', 'input'];
const SECRET = new RegExp(`(${SECRETS.join('|')})$`, 'i');

/**
 * Secrets that texts of errors may quote: a password in a URL, an API key, the signature of a URL. Names and passwords are
 * matched up to a maximum length, so that the time for a long text is proportional to its length.
 */
const QUOTED =
  /(:\/\/[^\s:/@]{0,100}:)\S{0,500}(?=@)|(\brot_live_\w{8}_)\w+|([?&](?:sig|t|X-Amz-Signature)=)[^&\s"']+/g;

/** Objects nested deeper are not logged. */
const MAX_DEPTH = 6;

/** Creates a service's logger: one JSON object per line, with the service's name. Secrets are redacted at any depth. */
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
      // Errors are serialized by censor, at any position.
      serializers: { err: (error) => error },
    },
    destination ?? stdout(),
  );
}

/** Most bytes kept while stdout accepts nothing. Further lines are dropped. */
const MOST_BUFFERED_BYTES = 1024 * 1024;

/**
 * Creates a buffered stdout, so that a busy service does not make a system call for each line. This thread writes it, in
 * order and completely before the process ends. Only SIGKILL loses the lines of the last tenth of a second. When stdout
 * accepts nothing (a pipe that nobody reads, a full disk), the service continues without a log.
 */
function stdout() {
  const out = pino.destination({
    ...{ fd: 1, sync: true, minLength: 8 * 1024, periodicFlush: 100 },
    maxLength: MOST_BUFFERED_BYTES,
  });
  out.on('error', () => {});
  // pino calls flushSync after a fatal line too. The destination's own flushSync repeats a failed write for ever; with
  // `sync`, flush writes everything.
  out.flushSync = () => out.flush();
  process.on('exit', () => out.flushSync());
  return out;
}

// pino's own redaction supports fixed depths only; for six depths it costs 200 µs a line.
function censor(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return withoutQuoted(value);
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

/**
 * Removes quoted secrets. Texts without these substrings are skipped first: the regular expression costs ten times as
 * much as this check.
 */
function withoutQuoted(text: string): string {
  const mayQuote = text.includes('://') || text.includes('rot_live_') || text.includes('=');
  return mayQuote ? text.replace(QUOTED, '$1$2$3[redacted]') : text;
}

/** Results of the regular expression for each key seen so far, so that it is not evaluated for ten keys a line. */
const tested = new Map<string, boolean>();
const MAX_TESTED = 1_000;

function isSecret(key: string): boolean {
  const known = tested.get(key);
  if (known !== undefined) return known;
  const answer = SECRET.test(key);
  if (tested.size < MAX_TESTED) tested.set(key, answer);
  return answer;
}
