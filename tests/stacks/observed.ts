import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { services } from '@rotamer/deploy/services.ts';
import { waitingTool } from '@rotamer/test-support/requests.ts';
import { parseLines, readLogs } from '@rotamer/test-support/serviceLogs.ts';
import { newHome, type RunningStack, removeHome, startStack } from '@rotamer/test-support/stack.ts';

/** A stack that records every trace, and the data that a collector received from it. */
export interface ObservedStack extends RunningStack {
  /** Returns the bodies of the export requests so far, by path: `/v1/traces`, `/v1/metrics`. */
  exported(path: string): string[];
  /** Returns what Prometheus would read from all services now. */
  scrape(): Promise<string>;
  /** Returns the page of a dashboard. */
  dashboard(uid: string): Promise<string>;
  /** Ends all processes of the stack that are left, and deletes its folder. */
  remove(): void;
}

/** Starts a stack with Prometheus, whose services export traces and metrics to the test too, and log at every level. */
export async function startObserved(): Promise<ObservedStack> {
  const received: { path: string; body: string }[] = [];
  const collector = createServer(async (request, response) => {
    received.push({ path: request.url!, body: await text(request) });
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const { port } = collector.address() as AddressInfo;
  const home = newHome();
  const stack = await startStack({
    home,
    args: ['--observe'],
    env: {
      ...waitingTool,
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
      OTEL_TRACES_SAMPLER: 'parentbased_always_on',
      ROTAMER_LOG_LEVEL: 'trace',
    },
  });
  return {
    ...stack,
    exported: (path) => received.filter((one) => one.path === path).map(({ body }) => body),
    async scrape() {
      const logs = readLogs(home.dataDir);
      const texts = services.map(async ({ name }) => {
        const { port } = parseLines(logs, name).find(({ message }) => message === 'serving metrics')!;
        return (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
      });
      return (await Promise.all(texts)).join('\n');
    },
    async dashboard(uid) {
      const [, url] = /Dashboards +(\S+)/.exec(stack.output())!;
      return (await fetch(`${url}/${uid}?hours=0.25`)).text();
    },
    remove() {
      collector.closeAllConnections();
      collector.close();
      removeHome(home);
    },
  };
}
