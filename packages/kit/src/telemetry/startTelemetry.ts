import type { Logger } from '../process/log.ts';

/** Traces and metrics of this process. */
export interface Telemetry {
  /** Flushes pending telemetry, for two seconds at most. */
  stop(): Promise<void>;
}

/** Timeout of the last export: an unavailable collector must not delay the shutdown. */
const LAST_EXPORT_MS = 2_000;

/**
 * Loads the OpenTelemetry SDK when it is configured. Traces and metrics go to `OTEL_EXPORTER_OTLP_ENDPOINT`; metrics can
 * be scraped at `ROTAMER_METRICS_LISTEN`. Without either the SDK is not loaded, and all spans and instruments are no-ops.
 */
export async function startTelemetry(service: string, log: Logger, env = process.env): Promise<Telemetry> {
  const exports = env.OTEL_SDK_DISABLED !== 'true' && Boolean(env.OTEL_EXPORTER_OTLP_ENDPOINT);
  const listen = env.ROTAMER_METRICS_LISTEN;
  if (!exports && !listen) return { stop: async () => {} };
  const { startSdk } = await import('./sdk.ts');
  const stop = await startSdk({ service, exports, listen, env, log });
  return {
    async stop() {
      const patience = Promise.withResolvers<void>();
      const timer = setTimeout(patience.resolve, LAST_EXPORT_MS);
      await Promise.race([
        stop().catch((error) => log.warn({ err: error }, 'telemetry could not be flushed')),
        patience.promise,
      ]);
      clearTimeout(timer);
    },
  };
}
