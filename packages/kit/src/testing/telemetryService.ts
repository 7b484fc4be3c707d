import { registerHooks } from 'node:module';

/** A service process for the tests of telemetry/startTelemetry.ts: logs which OpenTelemetry packages it has loaded. */
const loaded = new Set<string>();
registerHooks({
  load(url, context, nextLoad) {
    const [, name] = /node_modules\/@opentelemetry\/([^/]+)\//.exec(url) ?? [];
    if (name) loaded.add(name);
    return nextLoad(url, context);
  },
});
const { run } = await import('../service/run.ts');

await run('specimen', async ({ log, onStop }) => {
  const { tracer } = await import('../telemetry/spans.ts');
  const { counter, observe } = await import('../telemetry/measures.ts');
  const busy = setInterval(() => {}, 1_000);
  onStop('busy', () => clearInterval(busy));
  counter('specimen', 'Starts').add(1, { tool: 'props' });
  observe({ specimen_age_seconds: { unit: 's', description: 'An age' } }, (set) => set('specimen_age_seconds', 3));
  observe({ specimen_broken: { description: 'Fails' } }, () => Promise.reject(new Error('no database')));
  if (process.env.ROTAMER_METRICS_LISTEN)
    observe({ specimen_stuck: { description: 'Never comes' } }, () => new Promise(() => {}));
  tracer.startSpan('a span of the specimen').end();
  log.info({ loaded: [...loaded] }, 'loaded');
});
