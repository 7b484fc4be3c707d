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

  it.each(SECRET_KEYS)('never shows %s, at any depth', (key) => {
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

  it.each([
    ['a password in a URL', 'cannot use postgres://rotamer:pa:ss/w@rd@db/x', 'pa:ss/w@rd', 'postgres://rotamer:'],
    ['an API key', 'no such key rot_live_a1B2c3D4_5e6F7g8H9', '5e6F7g8H9', 'rot_live_a1B2c3D4_'],
    ['the signature of a URL', 'GET /blobs/a?exp=5&sig=0123abcd failed', '0123abcd', 'GET /blobs/a?exp=5&sig='],
    ['the signature of S3', 'GET /a?X-Amz-Signature=0123abcd&x=y', '0123abcd', '&x=y'],
    ['the token of a link', 'GET /share/job_1?t=0123abcd', '0123abcd', '/share/job_1?t='],
  ])('shows the text of an error without %s that the text quotes', (_, message, secret, rest) => {
    const { text } = lineOf({ err: new Error(message), lines: [message] });
    expect(text).not.toContain(secret);
    expect(text).toContain(rest);
  });

  it('does not quote an invalid URL, or a value that PostgreSQL could not parse', () => {
    const invalid = (() => {
      try {
        return new URL('postgres://rotamer:hidden@db:port/x');
      } catch (error) {
        return error as Error;
      }
    })();
    const unparsed = Object.assign(new Error('invalid input syntax'), { where: 'JSON data, line 1: {"a": "hidden' });
    for (const err of [invalid, unparsed]) expect(lineOf({ err }).text).not.toContain('hidden');
  });

  it('shows an error with its stack and its properties', () => {
    const { line } = lineOf({ err: Object.assign(new TypeError('no such table'), { code: '42P01' }) });
    const stack = expect.stringContaining('log.test.ts');
    expect(line.err).toMatchObject({ type: 'TypeError', message: 'no such table', code: '42P01', stack });
  });

  it('accepts objects that refer to themselves', () => {
    const circle: Record<string, unknown> = { name: 'circle' };
    circle.self = circle;
    expect(lineOf({ circle }).line.circle).toMatchObject({ name: 'circle', self: { name: 'circle' } });
  });

  it('shows dates as ISO text', () => {
    expect(lineOf({ at: new Date(0) }).line.at).toBe('1970-01-01T00:00:00.000Z');
  });
});
