import { afterAll, describe, expect, it } from 'vitest';
import { testGateway } from '../testing/testGateway.ts';

const { app, stop } = await testGateway();
afterAll(stop);

const page = await app.inject('/docs');
const assets = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url]) => url!);

describe('GET /docs', () => {
  it('is a page whose every asset is served here, as what it is', async () => {
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    const types = await Promise.all(assets.map(async (url) => (await app.inject(url)).headers['content-type']));
    expect(types).toEqual([
      'image/png',
      'text/css; charset=utf-8',
      'text/javascript; charset=utf-8',
      'text/javascript; charset=utf-8',
    ]);
  });

  it.each(['/docs', ...assets])('%s runs under a strict policy and is for no other site', async (url) => {
    const { headers } = await app.inject({ url, headers: { origin: 'https://elsewhere.example' } });
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/);
    expect(headers['content-security-policy']).not.toMatch(/unsafe|https?:|\*/);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['cross-origin-resource-policy']).toBe('same-origin');
    expect(headers).not.toHaveProperty('access-control-allow-origin');
  });

  it('is sent once: an asset that the browser has is 304', async () => {
    const { etag } = (await app.inject('/docs/swagger-ui-bundle.js')).headers;
    const again = await app.inject({ url: '/docs/swagger-ui-bundle.js', headers: { 'if-none-match': etag } });
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
  });

  it.each(['index.html', 'swagger-initializer.js', 'package.json', '..%2Fpage.html', 'constructor'])(
    'serves no other file, such as %s',
    async (file) => {
      expect((await app.inject(`/docs/${file}`)).statusCode).toBe(404);
    },
  );
});
