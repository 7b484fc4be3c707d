import { describe, expect, it } from 'vitest';
import { spareLoopback } from './spareLoopback.ts';

const LOOPBACK = '127.0.0.1,localhost,::1';

function spared(env: Record<string, string>) {
  spareLoopback(env);
  return env;
}

describe('no_proxy of a stack', () => {
  it.each(['http_proxy', 'https_proxy', 'all_proxy', 'HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'])(
    'names loopback when %s is set',
    (name) => {
      expect(spared({ [name]: 'http://proxy:3128' })).toMatchObject({ no_proxy: LOOPBACK, NO_PROXY: LOOPBACK });
    },
  );

  it('keeps the hosts of no_proxy and NO_PROXY, each once', () => {
    const env = spared({ http_proxy: 'http://proxy:3128', no_proxy: 'localhost, .corp', NO_PROXY: '10.0.0.0/8' });
    expect(env.no_proxy).toBe('localhost,.corp,10.0.0.0/8,127.0.0.1,::1');
    expect(env.NO_PROXY).toBe(env.no_proxy);
  });

  it('does not change when no proxy is set', () => {
    expect(spared({ no_proxy: 'x' })).toEqual({ no_proxy: 'x' });
  });
});
