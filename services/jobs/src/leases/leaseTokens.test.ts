import { describe, expect, it } from 'vitest';
import { createLeaseTokens } from './leaseTokens.ts';

const secret = 'a secret of this test';
const tokens = createLeaseTokens(secret);
const token = tokens.tokenOf('job_1', 2);

describe('the token of a lease', () => {
  it('proves its attempt to every replica with the same secret', () => {
    expect(tokens.proves(token, 'job_1', 2)).toBe(true);
    expect(createLeaseTokens(secret).proves(token, 'job_1', 2)).toBe(true);
  });

  it.each([
    ['an older attempt', 'job_1', 1],
    ['a later attempt', 'job_1', 3],
    ['another job', 'job_2', 2],
    ['an id that only looks alike when joined with the attempt', 'job_', 12],
  ])('proves nothing of %s', (_, jobId, attempt) => {
    expect(tokens.proves(token, jobId, attempt)).toBe(false);
  });

  it.each([
    ['none', ''],
    ['a part of it', token.slice(0, -1)],
    ['more than it', `${token}A`],
    ['an altered one', `${token[0] === 'A' ? 'B' : 'A'}${token.slice(1)}`],
    ['one made with another secret', createLeaseTokens('another secret of it').tokenOf('job_1', 2)],
  ])('is not proved by %s', (_, given) => {
    expect(tokens.proves(given, 'job_1', 2)).toBe(false);
  });
});
