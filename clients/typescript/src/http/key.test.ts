import { inspect } from 'node:util';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { Rotamer } from '../client.ts';
import { API_KEY } from '../testing/fakeApi.ts';
import { localServer, sends } from '../testing/localServer.ts';
import { publicPart } from './key.ts';

const around = ['\n', '\r\n', ' ', '\t', '\u00a0', '\ufeff'];
const within = ['\n', '\r', ' ', '\0', '\x1b', '\x7f', 'é', '\u200b', 'Ａ', '🔑'];
const [head, tail] = [API_KEY.slice(0, 20), API_KEY.slice(20)];

describe.each(['the argument', 'the environment'])('a key of %s', (source) => {
  function clientWith(apiKey: string, baseUrl = 'http://127.0.0.1:9') {
    if (source === 'the argument') return new Rotamer({ apiKey, baseUrl });
    vi.stubEnv('ROTAMER_API_KEY', apiKey);
    onTestFinished(() => void vi.unstubAllEnvs());
    return new Rotamer({ baseUrl });
  }

  it.each(around)('is sent without %j around it', async (white) => {
    const server = await localServer(sends({ object: 'account' }));
    await clientWith(`${white}${API_KEY}${white}`, server.url).account();
    expect(server.requests[0]!.headers.authorization).toBe(`Bearer ${API_KEY}`);
  });

  // No process can have NUL in its environment.
  it.each(source === 'the argument' ? within : within.filter((one) => one !== '\0'))(
    'with %j in it is refused at once, without being shown',
    (wrong) => {
      const made = () => clientWith(`${head}${wrong}${tail}`);
      expect(made).toThrow(source === 'the argument' ? /^The API key of apiKey holds/ : /of ROTAMER_API_KEY holds/);
      const text = thrownBy(made);
      for (const part of [head, tail, 'SECRET']) expect(text).not.toContain(part);
    },
  );

  it('with only white space is refused', () => {
    expect(() => clientWith(' \n')).toThrow('is empty');
  });
});

it('removes the key from an error of fetch that quotes it', async () => {
  const apiKey = API_KEY;
  const quoting: typeof fetch = async (_url, init) => {
    const { authorization } = init!.headers as Record<string, string>;
    throw new TypeError('fetch failed', { cause: new Error(`Illegal header value ${authorization}`) });
  };
  const client = new Rotamer({ apiKey, baseUrl: 'http://rotamer.test', fetch: quoting, retryForMs: 0 });
  const error = await client.account().catch((thrown) => thrown);
  expect(error.message).toContain('Illegal header value Bearer rot_live_4fGh7sKq…');
  expect(inspect(error, { depth: 9, showHidden: true })).not.toContain('SECRET');
});

it('names an invalid header of the caller without its value', async () => {
  const client = new Rotamer({ apiKey: API_KEY, baseUrl: 'http://127.0.0.1:9' });
  const headers = { authorization: `Bearer ${API_KEY}\n` };
  const error = await client.request('GET', '/account', { headers }).catch((thrown) => thrown);
  expect(error.message).toContain('The header authorization');
  expect(inspect(error, { depth: 9 })).not.toContain('SECRET');
});

it.each(['http://ada:SECRET@rotamer.test', 'http://rotamer.test/?key=SECRET', 'http://rotamer.test/#SECRET'])(
  'the base URL %s is refused, and its secret not shown',
  (baseUrl) => {
    expect(() => new Rotamer({ baseUrl })).toThrow(/^The base URL http:\/\/rotamer.test/);
    expect(thrownBy(() => new Rotamer({ baseUrl }))).not.toContain('SECRET');
  },
);

it('shows only the public part of a key, and nothing of a shorter text', () => {
  expect(publicPart(API_KEY)).toBe('rot_live_4fGh7sKq…');
  expect(publicPart('short-secret')).toBe('…');
});

function thrownBy(make: () => unknown): string {
  try {
    make();
    return '';
  } catch (error) {
    return inspect(error, { depth: 9, showHidden: true });
  }
}
