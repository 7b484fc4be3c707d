import { describe, expect, it } from 'vitest';
import { httpListenOf, isOpenToOthers, openWarning, reachedAt } from './httpListen.ts';
import { UsageError } from './options.ts';

describe('ROTAMER_HTTP_LISTEN', () => {
  it('defaults to loopback with the port of the command line', () => {
    expect(httpListenOf(undefined, 0)).toEqual({ host: '127.0.0.1', port: 0 });
    expect(httpListenOf('', undefined)).toEqual({ host: '127.0.0.1', port: undefined });
  });

  it.each([
    ['0.0.0.0:8080', { host: '0.0.0.0', port: 8080 }],
    ['[::]:80', { host: '[::]', port: 80 }],
    ['lab.example.org:0', { host: 'lab.example.org', port: 0 }],
  ])('is used as the user wrote it: %s', (listen, parsed) => {
    expect(httpListenOf(listen, undefined)).toEqual(parsed);
    expect(httpListenOf(listen, parsed.port)).toEqual(parsed);
  });

  it.each(['8080', '0.0.0.0', 'host:port', '::1:8080', '0.0.0.0:80800'])('is refused as %s', (listen) => {
    expect(() => httpListenOf(listen, undefined)).toThrow(UsageError);
  });

  it('is refused when --port names another port', () => {
    expect(() => httpListenOf('0.0.0.0:8080', 9090)).toThrow(/--port 9090 and ROTAMER_HTTP_LISTEN=0.0.0.0:8080/);
  });
});

it('reaches a gateway on all addresses by loopback', () => {
  expect(['0.0.0.0:1', '[::]:1', '10.0.0.7:1'].map(reachedAt)).toEqual([
    'http://127.0.0.1:1',
    'http://[::1]:1',
    'http://10.0.0.7:1',
  ]);
});

it('warns about a host that other machines can reach, not about loopback', () => {
  expect(['0.0.0.0', '[::]', '10.0.0.7', 'lab'].every(isOpenToOthers)).toBe(true);
  expect(['127.0.0.1', '127.1.2.3', '[::1]', 'localhost'].some(isOpenToOthers)).toBe(false);
  expect(openWarning('0.0.0.0', undefined)).toContain('ROTAMER_PUBLIC_URL');
  expect(openWarning('0.0.0.0', 'https://x')).not.toContain('ROTAMER_PUBLIC_URL');
});
