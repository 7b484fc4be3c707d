import { createServer } from 'node:http';
import { PrometheusExporter } from '@opentelemetry/exporter-prometheus';
import { listenAt } from '../process/listenAt.ts';
import type { Logger } from '../process/log.ts';
import { currentGauges } from './currentGauges.ts';

/** Serves `GET /metrics` in Prometheus's text format, on an internal port without authentication. */
export async function serveMetrics(listen: string, log: Logger) {
  const reader = currentGauges(new PrometheusExporter({ preventServerStart: true, withoutScopeInfo: true }));
  const server = createServer({ requestTimeout: 10_000 }, (request, response) => {
    if (request.method === 'GET' && request.url === '/metrics') reader.getMetricsRequestHandler(request, response);
    else response.writeHead(404).end();
  });
  const port = await listenAt(server, listen, 'ROTAMER_METRICS_LISTEN');
  log.info({ port }, 'serving metrics');
  return {
    reader,
    port,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
