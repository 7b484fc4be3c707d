import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { answerDocument, jsonDocument } from './staticDocument.ts';

const app = Fastify();
const document = jsonDocument({ words: 'protein '.repeat(1_000) });
app.get('/', async (request, reply) => answerDocument(document, request, reply));

const get = (headers: Record<string, string>) => app.inject({ url: '/', headers });

it.each(['gzip', 'br, gzip;q=0.8', 'deflate,GZIP'])('compresses for clients that accept gzip: %s', async (accepted) => {
  const { headers, rawPayload } = await get({ 'accept-encoding': accepted });
  expect(headers['content-encoding']).toBe('gzip');
  expect(rawPayload.length).toBeLessThan(200);
});

it.each(['', 'br', 'gzip;q=0', 'gzip;q=0.0, br', 'xgzip'])(
  'does not compress for other clients: "%s"',
  async (accepted) => {
    const { headers, payload } = await get({ 'accept-encoding': accepted });
    expect(headers).not.toHaveProperty('content-encoding');
    expect(JSON.parse(payload).words).toContain('protein');
  },
);

it('has a different ETag for each encoding, and returns 304 for both', async () => {
  const plain = (await get({})).headers.etag as string;
  const compressed = (await get({ 'accept-encoding': 'gzip' })).headers.etag as string;
  expect(compressed).not.toBe(plain);
  expect((await get({ 'if-none-match': plain })).statusCode).toBe(304);
  expect((await get({ 'if-none-match': compressed, 'accept-encoding': 'gzip' })).statusCode).toBe(304);
});
