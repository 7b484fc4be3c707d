import { metrics } from '@opentelemetry/api';
import { MeterProvider } from '@opentelemetry/sdk-metrics';
import { afterEach, expect, it } from 'vitest';
import { createLog } from '../process/log.ts';
import { counter, observe } from './measures.ts';
import { serveMetrics } from './serveMetrics.ts';

afterEach(() => metrics.disable());

it('serves the last reading of a gauge without vanished label sets, and counters unchanged', async () => {
  const { reader, port, stop } = await serveMetrics('127.0.0.1:0', createLog('test', 'silent'));
  metrics.setGlobalMeterProvider(new MeterProvider({ readers: [reader] }));
  const scrape = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();

  let ages = { align: 12, fold: 7 } as Record<string, number>;
  observe({ queue_age: { description: 'Age' } }, (set) => {
    for (const [tool, age] of Object.entries(ages)) set('queue_age', age, { tool });
  });
  const ended = counter('ended', 'Ended');
  ended.add(3, { tool: 'align' });
  expect(await scrape()).toMatch(/queue_age\{tool="align"\} 12\nqueue_age\{tool="fold"\} 7/);

  ages = { fold: 9 };
  expect(await scrape()).toMatch(/queue_age\{tool="fold"\} 9/);
  expect(await scrape()).not.toContain('queue_age{tool="align"}');
  expect(await scrape()).toContain('ended_total{tool="align"} 3');
  await stop();
});
