import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that a sample made, and the status of its response. */
export interface Seen {
  /** The sample that was running. */
  sample: string;
  method: string;
  /** The path without its query. */
  path: string;
  status: number;
}

export interface Recorder {
  /** The address of the service through the recorder. */
  baseUrl: string;
  /** Attributes later requests to this sample. Other processes call `GET /samples/NAME` instead. */
  begin(sample: string): void;
  seen: Seen[];
  stop(): Promise<void>;
}

/** Starts a proxy that records which sample makes which request. */
export async function startRecorder(target: string): Promise<Recorder> {
  const { hostname, port } = new URL(target);
  const seen: Seen[] = [];
  let sample = '';
  const server = http.createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    const [path = ''] = url.split('?');
    if (path.startsWith('/samples/')) {
      sample = path.slice('/samples/'.length);
      response.end();
      return;
    }
    const own = sample;
    const upstream = http.request({ hostname, port, method, path: url, headers }, (answer) => {
      seen.push({ sample: own, method, path, status: answer.statusCode! });
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    upstream.on('error', () => response.destroy());
    response.on('close', () => upstream.destroy());
    request.pipe(upstream);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    begin: (name) => {
      sample = name;
    },
    seen,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
