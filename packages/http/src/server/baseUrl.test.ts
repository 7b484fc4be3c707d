import { describe, expect, it } from 'vitest';
import { basePathOf, createBaseUrl, rootOf } from './baseUrl.ts';

const request = (host: string, protocol: 'http' | 'https' = 'http') => ({ host, protocol });

describe('createBaseUrl', () => {
  it.each([
    ['https://lab.example/rotamer', 'evil.example', 'https://lab.example/rotamer'],
    ['http://192.0.2.7:8080', 'evil.example', 'http://192.0.2.7:8080'],
    ['http://127.0.0.1:8080', 'lab.example', 'http://lab.example'],
    ['http://127.0.0.1:8080', 'localhost:9000', 'http://localhost:9000'],
    ['http://localhost:8080/rotamer', '[2001:db8::1]:80', 'http://[2001:db8::1]/rotamer'],
    ['http://[::1]:8080', 'lab.example:80', 'http://lab.example'],
    ['https://127.0.0.1:8443', '127.0.0.1:8443', 'https://127.0.0.1:8443'],
    ['http://127.0.0.1:8080', '', 'http://127.0.0.1:8080'],
    ['http://127.0.0.1:8080', 'evil/@x"><b>', 'http://127.0.0.1:8080'],
    ['http://localhost.example', 'evil.example', 'http://localhost.example'],
  ])('of %s and Host %s is %s', (publicUrl, host, base) => {
    expect(createBaseUrl(publicUrl)(request(host))).toBe(base);
  });

  it('uses the protocol of the request', () => {
    expect(createBaseUrl('http://127.0.0.1:8080')(request('lab.example', 'https'))).toBe('https://lab.example');
  });
});

describe('rootOf', () => {
  it.each(['/', '/tools', '/tools?q=a/b', '/tools/x', '/docs/guides/a', '/share/a/items/b', '/share/', '//tools'])(
    'leads from %s to the root, also below a path',
    (url) => {
      expect(new URL(rootOf({ url }), `https://lab.example${url}`).pathname).toBe('/');
      expect(new URL(rootOf({ url }), `https://lab.example/rotamer${url}`).pathname).toBe('/rotamer/');
    },
  );
});

describe('basePathOf', () => {
  it.each([
    ['https://lab.example', ''],
    ['https://lab.example/rotamer', '/rotamer'],
    ['https://lab.example/a/b/', '/a/b'],
  ])('of %s is %j', (url, path) => expect(basePathOf(url)).toBe(path));
});
