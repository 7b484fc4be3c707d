import { describe, expect, it } from 'vitest';
import { traceOf } from './requestSpan.ts';

const given = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
const of = (traceparent?: string) => traceOf({ method: 'GET', headers: { traceparent } }).traceparent;

describe('the trace of a request', () => {
  it('is taken from the client', () => {
    expect(of(given)).toBe(given);
  });

  it('is taken from the client for a future version, written in the version we know', () => {
    expect(of(given.replace('00-', 'cc-'))).toBe(given);
    expect(of(`${given.replace('00-', 'cc-')}-what-the-future-will-be-like`)).toBe(given);
  });

  it.each([
    undefined,
    '',
    'nonsense',
    `${given}-more`,
    given.toUpperCase(),
    given.replace('00-', 'ff-'),
    given.replace(/-[0-9a-f]{32}-/, `-${'0'.repeat(32)}-`),
    given.replace(/-[0-9a-f]{16}-/, `-${'0'.repeat(16)}-`),
    given.slice(0, -1),
    ` ${given}`,
    `${given}, ${given}`,
  ])('is new when the client sends %j', (text) => {
    const [one, another] = [of(text), of(text)];
    expect(one).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
    expect(one).not.toBe(another);
    expect(one).not.toContain('4bf92f3577b34da6');
  });
});
