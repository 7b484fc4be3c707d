import { hostname } from 'node:os';
import { context, DiagLogLevel, diag, metrics, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { MeterProvider, type MetricReader, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { BatchSpanProcessor, type SpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { Logger } from '../process/log.ts';
import { currentGauges } from './currentGauges.ts';
import { watchEventLoop } from './eventLoop.ts';
import { chooseSampler } from './sampler.ts';

export interface SdkOptions {
  service: string;
  /** Whether traces and metrics are exported to the OTLP endpoint of the environment. */
  exports: boolean;
  /** `host:port` of the scrape endpoint. */
  listen: string | undefined;
  env: NodeJS.ProcessEnv;
  log: Logger;
}

/** Starts the SDK as configured by the environment (https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/). */
export async function startSdk({ service, exports, listen, env, log }: SdkOptions): Promise<() => Promise<void>> {
  const warn = (message: string, ...more: unknown[]) =>
    log.warn({ telemetry: [message, ...more].map(String) }, 'telemetry');
  const quiet = () => {};
  diag.setLogger({ error: warn, warn, info: quiet, debug: quiet, verbose: quiet }, DiagLogLevel.WARN);
  if (exports && !(env.OTEL_EXPORTER_OTLP_PROTOCOL ?? 'http/json').startsWith('http/'))
    log.warn({ protocol: env.OTEL_EXPORTER_OTLP_PROTOCOL }, 'OTEL_EXPORTER_OTLP_PROTOCOL: only http/json is supported');

  const resource = resourceOf(service);
  const stops: (() => Promise<unknown>)[] = [];
  if (exports && env.OTEL_TRACES_EXPORTER !== 'none') stops.push(startTracing(resource, [await otlpSpans(env)], env));

  const readers: MetricReader[] = [];
  if (exports && env.OTEL_METRICS_EXPORTER !== 'none') readers.push(await otlpMetrics(env));
  if (listen) {
    const { serveMetrics } = await import('./serveMetrics.ts');
    const scrape = await serveMetrics(listen, log);
    readers.push(scrape.reader);
    stops.push(scrape.stop);
  }
  if (readers.length > 0) {
    const provider = new MeterProvider({ resource, readers });
    metrics.setGlobalMeterProvider(provider);
    stops.push(() => provider.shutdown(), watchEventLoop());
  }
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}

/** Starts recording spans and tracking the active span. Tests pass their own processors. */
export function startTracing(
  resource: ReturnType<typeof resourceOf>,
  spanProcessors: SpanProcessor[],
  env: NodeJS.ProcessEnv,
): () => Promise<void> {
  const provider = new TracerProvider({ resource, sampler: chooseSampler(env), spanProcessors });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(provider);
  return () => provider.shutdown();
}

/** Returns the resource of this process; `OTEL_SERVICE_NAME` and `OTEL_RESOURCE_ATTRIBUTES` take precedence. */
export function resourceOf(service: string) {
  const own = {
    'service.namespace': 'rotamer',
    'service.name': service,
    'service.instance.id': `${hostname()}:${process.pid}`,
  };
  return defaultResource()
    .merge(resourceFromAttributes(own))
    .merge(detectResources({ detectors: [envDetector] }));
}

async function otlpSpans(env: NodeJS.ProcessEnv): Promise<SpanProcessor> {
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
  return new BatchSpanProcessor({
    exporter: new OTLPTraceExporter(),
    scheduledDelayMillis: numberOf(env.OTEL_BSP_SCHEDULE_DELAY),
    maxQueueSize: numberOf(env.OTEL_BSP_MAX_QUEUE_SIZE),
    maxExportBatchSize: numberOf(env.OTEL_BSP_MAX_EXPORT_BATCH_SIZE),
  });
}

async function otlpMetrics(env: NodeJS.ProcessEnv): Promise<MetricReader> {
  const { OTLPMetricExporter } = await import('@opentelemetry/exporter-metrics-otlp-http');
  return new PeriodicExportingMetricReader({
    exporter: currentGauges(new OTLPMetricExporter()),
    exportIntervalMillis: numberOf(env.OTEL_METRIC_EXPORT_INTERVAL),
    exportTimeoutMillis: numberOf(env.OTEL_METRIC_EXPORT_TIMEOUT),
  });
}

/** Parses a positive number. Returns undefined otherwise, for the SDK's own default. */
function numberOf(text: string | undefined): number | undefined {
  const value = Number(text);
  return value > 0 ? value : undefined;
}
