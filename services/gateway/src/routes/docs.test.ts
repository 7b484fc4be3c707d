import { operations as table } from '@rotamer/api/operations.ts';
import { scenes } from '@rotamer/api/samples/scenes.ts';
import { linksOn } from '@rotamer/http/testing/pageForms.ts';
import { guides } from '@rotamer/pages/docs/guides.ts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, describe, expect, it } from 'vitest';
import { testGateway } from '../testing/testGateway.ts';

const { app, stop } = await testGateway();
afterAll(stop);

const page = await app.inject('/docs');
const assets = linksOn('/docs', page.body);
const reference = (await app.inject('/docs/openapi.json')).json();
const published = (await app.inject('/api/v1/openapi.json')).json();

describe('GET /docs', () => {
  it('is a page whose assets are all served here with their content types', async () => {
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    const types = await Promise.all(assets.map(async (url) => (await app.inject(url)).headers['content-type']));
    const script = 'text/javascript; charset=utf-8';
    const json = 'application/json; charset=utf-8';
    expect(types).toEqual(['image/svg+xml', 'text/css; charset=utf-8', script, script, script, json]);
  });

  it('has a policy that allows only its own files and styles, and no inline script', async () => {
    const policies = [page, await app.inject('/docs')].map(({ headers }) => String(headers['content-security-policy']));
    const [first, second] = policies.map(
      (policy) => /style-src 'self' 'nonce-([\w-]+)'; style-src-attr/.exec(policy)![1],
    );
    expect(page.body).toContain(`<meta property="csp-nonce" content="${first}">`);
    expect(first).not.toBe(second);
    for (const policy of policies) {
      expect(policy).toMatch(/^default-src 'none'; script-src 'self'; /);
      expect(policy.replace("style-src-attr 'unsafe-inline'", '')).not.toMatch(/unsafe|https?:|\*/);
    }
    expect(page.body).not.toMatch(/<script(?![^>]* src=)|<style| style=/);
  });

  it.each(assets)('%s cannot be loaded by other sites', async (url) => {
    const { headers } = await app.inject({ url, headers: { origin: 'https://elsewhere.example' } });
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'/);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers).not.toHaveProperty('access-control-allow-origin');
  });

  it('compresses its large script for clients that accept it, and sends it once', async () => {
    const url = '/docs/scalar.js';
    const plain = await app.inject(url);
    const packed = await app.inject({ url, headers: { 'accept-encoding': 'br, gzip' } });
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3);
    expect(packed.headers.etag).not.toBe(plain.headers.etag);
    const headers = { 'accept-encoding': 'gzip', 'if-none-match': packed.headers.etag };
    const again = await app.inject({ url, headers });
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
  });

  it.each(['index.html', 'package.json', '..%2Fguides.ts', 'constructor'])(
    'serves no other file, such as %s',
    async (file) => {
      expect((await app.inject(`/docs/assets/${file}`)).statusCode).toBe(404);
      expect((await app.inject(`/docs/${file}`)).statusCode).toBe(404);
    },
  );
});

describe('the samples', () => {
  const operations = Object.values<Record<string, Record<string, unknown>>>(reference.paths).flatMap(Object.values);

  it('are four for every operation in the reference, and none in the published document', () => {
    expect(operations.length).toBe(table.length);
    for (const { operationId, 'x-codeSamples': samples } of operations) {
      const labels = (samples as { label: string }[]).map(({ label }) => label);
      expect(labels, String(operationId)).toEqual(['curl', 'Command line', 'TypeScript', 'Python']);
    }
    expect(JSON.stringify(published)).not.toContain('x-codeSamples');
  });
});

describe('GET /docs/guides/{name}', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema(published, 'contract');

  it.each(guides)('$name shows samples with links to the reference', async ({ name, title }) => {
    const { statusCode, body, headers } = await app.inject(`/docs/guides/${name}`);
    expect(statusCode).toBe(200);
    expect(body).toContain(`<h1>${title}</h1>`);
    expect(body).not.toContain('<!-- sample');
    expect(body.match(/class="sample"/g)!.length).toBeGreaterThan(1);
    expect(body).not.toMatch(/<script| style=/);
    expect(headers['content-security-policy']).not.toContain('unsafe');
    expect(body).not.toMatch(/(?:href|src)="\//);
    for (const url of linksOn(`/docs/guides/${name}`, body)) expect((await app.inject(url)).statusCode, url).toBe(200);
  });

  it('contains only samples, environment variables and valid examples as code', () => {
    for (const { name, text } of guides) {
      for (const [, info, code] of text.matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)) {
        const [language, schema] = info!.split(' ');
        if (language === 'json')
          expect(ajv.validate(`contract#/components/schemas/${schema}`, JSON.parse(code!)), ajv.errorsText()).toBe(
            true,
          );
        else expect(code, name).toMatch(/^(export ROTAMER_\w+=\S+\n)+$/);
      }
    }
  });

  it('shows every scene', () => {
    for (const name of Object.keys(scenes)) {
      expect(
        guides.some(({ text }) => text.includes(`<!-- sample ${name} -->`)),
        name,
      ).toBe(true);
    }
  });

  it('returns a page for an unknown guide', async () => {
    const { statusCode, body } = await app.inject('/docs/guides/nothing');
    expect([statusCode, body.includes('The API reference is at /docs.')]).toEqual([404, true]);
  });
});
