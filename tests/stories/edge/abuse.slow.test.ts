// @module-tag slow-stories

import { services } from '@rotamer/deploy/services.ts';
import { hostileBodies, largeBodies } from '@rotamer/kit/testing/hostileJson.ts';
import { propertiesOf } from '@rotamer/test-support/requests.ts';
import { parseLines, readLogs } from '@rotamer/test-support/serviceLogs.ts';
import { ubiquitin } from '@rotamer/test-support/testData.ts';
import { newWorkspace, openWorkspace } from '@rotamer/test-support/workspace.ts';
import { describe, expect, inject, it } from 'vitest';

const { name, ...quote } = propertiesOf(ubiquitin);

describe('hostile bodies', () => {
  it.each([
    ['/jobs/quote', quote],
    ['/jobs', { name, ...quote }],
  ])('POST %s returns a documented status for each, and never a server error', async (path, good) => {
    // Without credits nothing runs.
    const workspace = await newWorkspace({ credits: 0, limits: { 'requests-per-minute': 10_000 } });
    // A busy machine may shed load, so a 503 is retried.
    const place = { ...inject('stack'), patient: true };
    const { client } = openWorkspace(place, workspace.client.contract, workspace);
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
  it('is JSON on every line with any names and ids from clients', async () => {
    const { client } = await newWorkspace();
    const forged = 'x\r\n{"level":"fatal","service":"forged"}\u001b[2J\u2028';
    await client.post('/jobs', propertiesOf(ubiquitin, { name: forged, settings: { [forged]: forged } }));
    await client.post('/jobs', propertiesOf(ubiquitin, { name: forged }));
    await client.get(`/tools/${encodeURIComponent(forged)}`);
    await client.get('/tools', { 'x-request-id': 'x {"level":"fatal"}', 'user-agent': '{"service":"forged"}' });
    const logs = readLogs(inject('stack').dataDir);
    for (const service of services.map(({ name }) => name)) {
      const lines = parseLines(logs, service);
      expect(lines.length).toBeGreaterThan(0);
      expect(new Set(lines.map((line) => line.service))).toEqual(new Set([service]));
    }
  });
});
