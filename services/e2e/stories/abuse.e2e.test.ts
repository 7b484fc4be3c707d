import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hostileBodies, largeBodies } from '@rotamer/kit/testing/hostileJson.ts';
import { describe, expect, inject, it } from 'vitest';
import { propertiesOf } from '../src/requests.ts';
import { ubiquitin } from '../src/testData.ts';
import { newWorkspace } from '../src/workspace.ts';

const { name, ...quote } = propertiesOf(ubiquitin);

describe('hostile bodies', () => {
  it.each([
    ['/jobs/quote', quote],
    ['/jobs', { name, ...quote }],
  ])('POST %s answers each as the contract says, and none with a failure', async (path, good) => {
    // Nothing can be paid for, so nothing runs.
    const { client } = await newWorkspace({ credits: 0, limits: { 'requests-per-minute': 10_000 } });
    const left = [...largeBodies, ...hostileBodies(good, 300, 7)].values();
    const send = async () => {
      const headers = { 'content-type': 'application/json' };
      for (const body of left) {
        const { status } = await client.send('POST', path, { headers, body });
        expect(status, body.toString().slice(0, 500)).toBeOneOf([200, 400, 402, 404, 413]);
      }
    };
    await Promise.all([send(), send(), send(), send()]);
  });
});

describe('the log of the whole stack', () => {
  it('is JSON, line by line, whatever names and ids clients send', async () => {
    const { client } = await newWorkspace();
    const forged = 'x\r\n{"level":"fatal","service":"forged"}\u001b[2J\u2028';
    await client.post('/jobs', propertiesOf(ubiquitin, { name: forged, settings: { [forged]: forged } }));
    await client.post('/jobs', propertiesOf(ubiquitin, { name: forged }));
    await client.get(`/tools/${encodeURIComponent(forged)}`);
    await client.get('/tools', { 'x-request-id': 'x {"level":"fatal"}', 'user-agent': '{"service":"forged"}' });
    const folder = join(inject('stack').dataDir, 'logs');
    const files = readdirSync(folder).filter((file) => /^(gateway|jobs|billing|runner)\.log$/.test(file));
    expect(files.length).toBe(4);
    for (const file of files) {
      // The last line may be half written yet.
      const lines = readFileSync(join(folder, file), 'utf8').split('\n').slice(0, -1);
      for (const line of lines) expect(JSON.parse(line).service, line).toBe(file.replace('.log', ''));
    }
  });
});
