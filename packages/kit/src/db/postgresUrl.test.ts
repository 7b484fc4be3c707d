import { describe, expect, it } from 'vitest';
import { checkPostgresUrl, connectionAdvice } from './postgresUrl.ts';

const check = (url: string) => checkPostgresUrl(url, 'ROTAMER_POSTGRES_URL');

describe('a PostgreSQL URL', () => {
  it.each([
    'postgresql://rotamer:secret@127.0.0.1:5432/postgres',
    'postgres://rotamer@db.example.org/rotamer?sslmode=no-verify',
    'postgresql://rotamer:p%40ss%2F%3F%23%25@[::1]:5432/postgres',
    'postgresql://db.example.org:5432/postgres?user=ada@example&password=x',
    'postgresql://db.example.org/postgres',
    'postgresql://rotamer:secret@/postgres?host=/var/run/postgresql',
    'postgresql:///postgres?host=/var/run/postgresql',
  ])('is accepted: %s', (url) => {
    expect(() => check(url)).not.toThrow();
  });

  it.each(['pe@rl', 'pe@r@l', 'pe/rl', 'pe?rl', 'pe#rl', 'pe%rl', 'pe%4rl', 'pe:r/l', 'pe rl@', '1/perl', 'p#e/r?l@'])(
    'with the raw password %s is refused, and tells how to encode it and no piece of it',
    (password) => {
      const message = messageOf(`postgresql://ada:${password}@db.example.org:5432/postgres`);
      expect(message).toContain('ROTAMER_POSTGRES_URL');
      expect(message).toContain('percent-encoded: @ is %40');
      for (const piece of [password, ...password.split(/\W+/).filter((part) => part.length > 1)]) {
        expect(message.replace('percent-encoded', '')).not.toContain(piece);
      }
      expect(message).not.toContain('ada');
    },
  );

  it.each(['', 'db.example.org', 'mysql://ada:secret@host/db', 'postgresql://h1:5432,h2:5432/db'])(
    'is refused when it is none: %s',
    (url) => expect(messageOf(url)).toContain('ROTAMER_POSTGRES_URL is not a URL like postgresql://'),
  );
});

function messageOf(url: string): string {
  try {
    check(url);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('the URL was accepted');
}

describe('the advice for a connection that failed', () => {
  it.each([
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'CERT_HAS_EXPIRED',
  ])('names the authority’s setting and no-verify for %s', (code) => {
    const advice = connectionAdvice(Object.assign(new Error('x'), { code }));
    expect(advice).toContain('sslmode=verify-full&sslrootcert=');
    expect(advice).toContain('sslmode=no-verify');
  });

  it('is empty where the message says what is wrong', () => {
    expect(connectionAdvice(new Error('password authentication failed for user "ada"'))).toBe('');
  });
});
