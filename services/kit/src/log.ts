import { pino } from 'pino';

/** Structured JSON lines on stdout. */
export type { Logger } from 'pino';

/** Never in a log line, wherever they would appear. */
const SECRETS = ['authorization', 'content', 'textContent', 'token', 'secret', 'email', 'url'];

/** A service's logger: one JSON object a line, with the service's name, secrets left out. */
export function createLog(service: string, level: string) {
  return pino({
    level,
    base: { service },
    messageKey: 'message',
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`]), censor: '[redacted]' },
  });
}
