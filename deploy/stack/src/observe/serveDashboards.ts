import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { freePort, isFree } from '@rotamer/neighbours/freePort.ts';
import { escaped } from '@rotamer/tools/shared/pictures/svg.ts';
import { type Dashboard, readDashboards, readPanel } from './dashboards.ts';
import { drawPanel } from './drawPanel.ts';

/** Hours that a page can show. */
const HOURS = [0.25, 1, 6, 24];

export interface ServedDashboards {
  url: string;
  stop(): void;
}

/**
 * Serves the chart's dashboards as pages on loopback, at port 3000 or a free one. Each plot is drawn from what Prometheus returns at that
 * moment, so nothing has to be installed beside Prometheus.
 */
export async function serveDashboards(prometheusUrl: string): Promise<ServedDashboards> {
  const dashboards = readDashboards();
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const shown = dashboards.find(({ uid }) => pathname === `/${uid}`);
    if (pathname === '/') return void response.writeHead(302, { location: `/${dashboards[0]!.uid}` }).end();
    if (!shown) return void response.writeHead(404, { 'content-type': 'text/plain' }).end('No such dashboard.\n');
    const hours = HOURS.find((some) => String(some) === searchParams.get('hours')) ?? 1;
    pageOf({ dashboards, shown, hours, prometheusUrl }).then(
      (page) => send(response, page),
      () => response.writeHead(500).end(),
    );
  });
  server.listen((await isFree(3000)) ? 3000 : await freePort(), '127.0.0.1');
  await once(server, 'listening');
  // Does not keep the process alive.
  server.unref();
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function send(response: ServerResponse, page: string): void {
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    'cache-control': 'no-store',
  };
  response.writeHead(200, headers).end(page);
}

interface Page {
  dashboards: Dashboard[];
  shown: Dashboard;
  hours: number;
  prometheusUrl: string;
}

async function pageOf({ dashboards, shown, hours, prometheusUrl }: Page): Promise<string> {
  const to = Date.now() / 1000;
  const range = { from: to - hours * 3600, to };
  const plots = shown.panels.map(async (panel) => {
    try {
      return drawPanel(panel, await readPanel(prometheusUrl, panel, range), range);
    } catch (error) {
      return `<p>${escaped(panel.title)}: ${escaped((error as Error).message)}</p>`;
    }
  });
  const link = (href: string, words: string, current: boolean) =>
    `<a href="${escaped(href)}"${current ? ' aria-current="page"' : ''}>${escaped(words)}</a>`;
  const pages = dashboards.map(({ uid, title }) => link(`/${uid}?hours=${hours}`, title, uid === shown.uid));
  const ranges = HOURS.map((some) =>
    link(`/${shown.uid}?hours=${some}`, some < 1 ? '15 min' : `${some} h`, some === hours),
  );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(shown.title)}</title>
<style>
  body { font: 15px system-ui, sans-serif; margin: 1rem; color: #1a2126; background: #eef1f3; }
  nav { display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; margin-bottom: 1rem; }
  a { color: #00528a; padding: 0.25rem 0; }
  a[aria-current] { font-weight: bold; }
  main { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 30rem), 1fr)); gap: 1rem; align-items: start; }
  svg { width: 100%; height: auto; border-radius: 4px; }
</style>
<h1>${escaped(shown.title)}</h1>
<nav aria-label="Dashboards">${pages.join('')}</nav>
<nav aria-label="Time shown">${ranges.join('')}${link(`${prometheusUrl}/alerts`, 'Alerts in Prometheus', false)}</nav>
<main>${(await Promise.all(plots)).join('\n')}</main>
</html>
`;
}
