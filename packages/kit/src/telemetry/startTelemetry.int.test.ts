import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { eventually } from '../testing/eventually.ts';

const program = join(import.meta.dirname, '../testing/telemetryService.ts');

interface Line {
  message: string;
  port?: number;
  loaded?: string[];
}

/** Starts a service process that names the OpenTelemetry packages it has loaded. */
async function startService(env: Record<string, string>) {
  const foreign = Object.entries(process.env).filter(([name]) => !name.startsWith('OTEL_'));
  const child = fork(program, [], {
    env: { ...Object.fromEntries(foreign), ROTAMER_LOG_LEVEL: 'info', ...env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let text = '';
  child.stdout!.on('data', (chunk) => (text += chunk));
  await once(child, 'message');
  const lines = (): Line[] =>
    text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line));
  await eventually(() => lines().some(({ loaded }) => loaded));
  return { child, lines, loaded: lines().find(({ loaded }) => loaded)!.loaded! };
}

async function end(child: ChildProcess): Promise<unknown> {
  child.kill('SIGTERM');
  return (await once(child, 'exit'))[0];
}

it('does not load the SDK when nothing is configured', async () => {
  const { loaded, child } = await startService({ OTEL_SERVICE_NAME: 'other', OTEL_TRACES_SAMPLER: 'always_on' });
  expect(loaded).toEqual(['api']);
  expect(await end(child)).toBe(0);
});

it('sends spans and metrics to the collector, including the last ones before its end', async () => {
  const bodies: { url: string; text: string }[] = [];
  const collector = createServer(async (request, response) => {
    const chunks = await request.toArray();
    bodies.push({ url: request.url!, text: Buffer.concat(chunks).toString() });
    response.end('{}');
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void collector.close());
  await once(collector, 'listening');
  const { port } = collector.address() as AddressInfo;
  const { child } = await startService({
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    OTEL_TRACES_SAMPLER: 'always_on',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment=test',
  });
  expect(await end(child)).toBe(0);
  const traces = bodies.filter(({ url }) => url === '/v1/traces').map(({ text }) => text);
  expect(traces.join()).toContain('a span of the specimen');
  expect(traces.join()).toContain('deployment.environment');
  expect(bodies.some(({ url, text }) => url === '/v1/metrics' && text.includes('nodejs_eventloop_delay_p99'))).toBe(
    true,
  );
});

it('exits in time when the collector is unavailable', async () => {
  const { child } = await startService({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' });
  expect(await end(child)).toBe(0);
});

it('answers a scrape without loading an exporter', async () => {
  const { lines, loaded } = await startService({ ROTAMER_METRICS_LISTEN: '127.0.0.1:0' });
  expect(loaded.filter((name) => name.includes('otlp'))).toEqual([]);
  const { port } = lines().find(({ message }) => message === 'serving metrics')!;
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  expect(text).toMatch(/^specimen_total\{tool="props"\} 1$/m);
  expect(text).toMatch(/^specimen_age_seconds 3$/m);
  expect(text).toMatch(/^nodejs_eventloop_delay_p99_seconds \S+$/m);
  // Gauges whose reading failed or never ended.
  expect(text).not.toMatch(/^specimen_(broken|stuck)/m);
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
});
