import { describe, expect, it } from 'vitest';
import { ApiError } from './apiError.ts';
import { cacheResults } from './cachedResults.ts';
import { openGateway } from './gateway.ts';

const caller = { key: 'rot_live_a', address: '192.0.2.7' };

/** Returns the API with one answer, and the requests that it got. */
function apiWith(answer: () => Response | Promise<Response>, settings = {}) {
  const sent: { url: string; init: RequestInit }[] = [];
  const fake = async (url: string | URL | Request, init: RequestInit = {}) => {
    sent.push({ url: String(url), init });
    return answer();
  };
  const apiOf = openGateway({ url: 'http://gateway/', maxJobCredits: 0, fetch: fake as typeof fetch, ...settings });
  return { api: apiOf(caller), sent };
}

describe('the client of the public API', () => {
  it('sends the key to the gateway only, and follows no redirect', async () => {
    const { api, sent } = apiWith(() => Response.json({ id: 'job_1' }));
    await api.job('../../x?y');
    expect(sent[0]).toMatchObject({
      url: 'http://gateway/api/v1/jobs/..%2F..%2Fx%3Fy',
      init: { redirect: 'error', headers: { authorization: 'Bearer rot_live_a' } },
    });
    expect(sent[0]!.init.headers).not.toHaveProperty('x-forwarded-for');
  });

  it('names the address of the client, and the highest price of a job, where the settings say so', async () => {
    const { api, sent } = apiWith(() => Response.json({ id: 'job_1' }), { forwardAddresses: true, maxJobCredits: 5 });
    await api.submit({ tool: 'mafft', name: 'a', input: { inputs: [] } }, 'key');
    expect(sent[0]!.init.headers).toMatchObject({ 'x-forwarded-for': '192.0.2.7', 'idempotency-key': 'key' });
    expect(JSON.parse(sent[0]!.init.body as string).max_quoted_credits).toBe(5);
  });

  it('reports a gateway that does not respond, and a page in place of JSON, as unavailable', async () => {
    const broken = apiWith(() => Promise.reject(new TypeError('fetch failed')));
    await expect(broken.api.job('job_1')).rejects.toMatchObject({ status: 503, code: 'service_unavailable' });
    const page = apiWith(() => new Response('<html>Bad gateway</html>', { status: 502 }));
    await expect(page.api.job('job_1')).rejects.toMatchObject({ status: 502, message: 'Rotamer is unavailable.' });
  });
});

describe('results that are kept', () => {
  const result = () => Response.json({ files: [{ key: 'itm_1' }], results: [] });

  it('are read once for a caller, and again for another and after two minutes', async () => {
    let now = 0;
    const read = cacheResults(() => now);
    const { api, sent } = apiWith(result);
    await read(caller, api, 'job_1');
    await read(caller, api, 'job_1');
    expect(sent).toHaveLength(1);
    await read({ ...caller, key: 'rot_live_b' }, api, 'job_1');
    now = 121_000;
    await read(caller, api, 'job_1');
    expect(sent).toHaveLength(3);
  });

  it('are read again after the pause that the API asks for, once', async () => {
    const limit = { error: { code: 'rate_limited', message: 'Too soon.' } };
    let asked = 0;
    const { api } = apiWith(() =>
      ++asked === 1 ? Response.json(limit, { status: 429, headers: { 'retry-after': '1' } }) : result(),
    );
    expect((await cacheResults(() => 0)(caller, api, 'job_1')).files).toHaveLength(1);
    const long = apiWith(() => Response.json(limit, { status: 429, headers: { 'retry-after': '60' } }));
    await expect(cacheResults(() => 0)(caller, long.api, 'job_1')).rejects.toBeInstanceOf(ApiError);
  });
});
