import { describe, expect, it } from 'vitest';
import { createLog } from './log.ts';

function lineOf(logged: object): { text: string; line: Record<string, unknown> } {
  let text = '';
  createLog('jobs', 'info', { write: (line) => (text = line) }).info(logged, 'said');
  return { text, line: JSON.parse(text) };
}

const SECRET_KEYS = [
  ...['authorization', 'content', 'textContent', 'token', 'secret', 'password', 'email', 'url'],
  ...['Authorization', 'serviceToken', 'blobsSecret', 'postgresUrl', 'signed_url', 'text_content'],
];

describe('a log line', () => {
  it('is one JSON object with level, time, service and message', () => {
    const { text, line } = lineOf({ job: 'job_1', ms: 3 });
    expect(text.endsWith('}\n')).toBe(true);
    expect(line).toEqual({
      level: 'info',
      time: expect.any(String),
      service: 'jobs',
      message: 'said',
      job: 'job_1',
      ms: 3,
    });
    expect(new Date(line.time as string).toISOString()).toBe(line.time);
  });

  it.each(SECRET_KEYS)('never shows %s, however deep it lies', (key) => {
    const secret = { [key]: 'MKVLAAGIVGLLLAQWERTY' };
    const failed = Object.assign(new Error('failed'), { config: { headers: secret } });
    class Request {
      headers = [secret];
    }
    const logged = {
      ...secret,
      a: secret,
      b: { c: { d: [{ e: secret }] } },
      err: failed,
      f: [failed],
      g: new Request(),
    };
    const { text } = lineOf(logged);
    expect(text).not.toContain('MKVLAAGIVGLLLAQWERTY');
    expect(text).toContain('[redacted]');
  });

  it('does not quote the rows that PostgreSQL puts into an error’s detail', () => {
    const clash = Object.assign(new Error('duplicate key'), { detail: 'Key (email)=(a@b.org) already exists.' });
    expect(lineOf({ err: clash }).text).not.toContain('a@b.org');
    const fault = new Error('An internal error occurred.', { cause: clash });
    expect(lineOf({ err: fault }).text).not.toContain('a@b.org');
  });

  it('shows an error with its stack and what it carries', () => {
    const { line } = lineOf({ err: Object.assign(new TypeError('no such table'), { code: '42P01' }) });
    const stack = expect.stringContaining('log.test.ts');
    expect(line.err).toMatchObject({ type: 'TypeError', message: 'no such table', code: '42P01', stack });
  });

  it('survives what refers to itself', () => {
    const circle: Record<string, unknown> = { name: 'circle' };
    circle.self = circle;
    expect(lineOf({ circle }).line.circle).toMatchObject({ name: 'circle', self: { name: 'circle' } });
  });

  it('shows dates as ISO text', () => {
    expect(lineOf({ at: new Date(0) }).line.at).toBe('1970-01-01T00:00:00.000Z');
  });
});
