import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PrometheusExporter } from '@opentelemetry/exporter-prometheus';
import type { Logger } from '../process/log.ts';

/** A host name or address (IPv6 in brackets) and a port. */
const ADDRESS = /^\[?([^[\]\s]+?)\]?:(\d{1,5})$/;

/** `GET /metrics` in Prometheus's text format, on an internal port without authentication. */
export async function serveMetrics(listen: string, log: Logger) {
  const reader = new PrometheusExporter({ preventServerStart: true, withoutScopeInfo: true });
  const server = createServer({ requestTimeout: 10_000 }, (request, response) => {
    if (request.method === 'GET' && request.url === '/metrics') reader.getMetricsRequestHandler(request, response);
    else response.writeHead(404).end();
  });
  const [, host, port] = ADDRESS.exec(listen) ?? [];
  if (!host) throw new Error(`ROTAMER_METRICS_LISTEN: '${listen}' is not host:port`);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(Number(port), host, resolve);
  });
  log.info({ port: (server.address() as AddressInfo).port }, 'serving metrics');
  return {
    reader,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
