import { createServer, request as forward } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { Rotamer } from '@rotamer/client';
import { localServer, sends } from '@rotamer/client/testing/localServer.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { fetchThrough } from './proxy.ts';

/** A proxy that forwards every host name to one service. */
async function proxyTo(target: string) {
  const seen: string[] = [];
  const { port } = new URL(target);
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    const { pathname } = new URL(request.url!);
    const { method, headers } = request;
    request.pipe(
      forward({ host: '127.0.0.1', port, path: pathname, method, headers }, (answer) => {
        response.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(response);
      }),
    );
  });
  server.on('connect', (request, socket) => {
    seen.push(`CONNECT ${request.url}`);
    const onward = connect(Number(port), '127.0.0.1', () => socket.end('HTTP/1.1 407 No\r\n\r\n'));
    onward.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

const account = { object: 'account', workspace: { id: 'ws_1' } };
const clientOf = (baseUrl: string, env: Record<string, string>) =>
  new Rotamer({ apiKey: 'rot_live_x', baseUrl, fetch: fetchThrough(env), retryForMs: 0 });

describe('a proxy of the environment', () => {
  it.each(['HTTP_PROXY', 'http_proxy'])('named by %s is used', async (name) => {
    const service = await localServer(sends(account));
    const proxy = await proxyTo(service.url);
    const client = clientOf('http://rotamer.example', { [name]: proxy.url });
    expect((await client.account()).workspace.id).toBe('ws_1');
    expect(proxy.seen).toEqual(['GET http://rotamer.example/api/v1/account']);
  });

  it('is used for uploads too', async () => {
    const service = await localServer(sends({ object: 'file', id: 'file_1' }));
    const proxy = await proxyTo(service.url);
    const client = clientOf('http://rotamer.example', { HTTP_PROXY: proxy.url });
    expect((await client.files.upload('>a\nMKV\n', 'a.fasta')).id).toBe('file_1');
    expect(service.requests[0]!.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
  });

  it('is not used for this machine, nor for hosts in NO_PROXY', async () => {
    const service = await localServer(sends(account));
    const proxy = await proxyTo(service.url);
    await clientOf(service.url, { HTTP_PROXY: proxy.url }).account();
    const env = { HTTP_PROXY: proxy.url, NO_PROXY: '10.0.0.0/8,.example' };
    await expect(clientOf('http://rotamer.example', env).account()).rejects.toThrow(/ENOTFOUND|EAI_AGAIN/);
    expect(proxy.seen).toEqual([]);
  });

  it('is named in the error when it refuses', async () => {
    const proxy = await proxyTo((await localServer(sends(account))).url);
    const client = clientOf('https://rotamer.example', { HTTPS_PROXY: proxy.url });
    await expect(client.account()).rejects.toThrow(/Proxy response \(407\)/);
    expect(proxy.seen).toEqual(['CONNECT rotamer.example:443']);
  });

  it('is refused when malformed, without showing its password', async () => {
    const client = clientOf('http://rotamer.example', { HTTP_PROXY: 'me:SECRET@proxy:x' });
    await expect(client.account()).rejects.toThrow(/^HTTP_PROXY or HTTPS_PROXY is not an address/);
  });
});
