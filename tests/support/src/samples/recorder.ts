import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that a sample made, and its answer. */
export interface Seen {
  /** Of the sample that ran then. */
  sample: string;
  method: string;
  /** Without its query. */
  path: string;
  status: number;
}

export interface Recorder {
  /** The service, through the recorder. */
  baseUrl: string;
  /** What follows is of this sample; from another process: `GET /samples/NAME`. */
  begin(sample: string): void;
  seen: Seen[];
  stop(): Promise<void>;
}

/** A proxy before a service that writes down which sample makes which request. */
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
