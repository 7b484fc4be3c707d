import type dns from 'node:dns';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isAllowedAddress, readAllowList } from '@rotamer/kit/outgoing/allowList.ts';
import { destinationProblem } from '@rotamer/kit/outgoing/destination.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openSender } from './sender.ts';

/** A server on one address of this machine, which nothing may reach unless the operator allows it. */
async function inside(host = '127.0.0.1', port = 0) {
  const server = createServer((_, response) => {
    arrived.count++;
    response.writeHead(200, { connection: 'close' }).end('secret');
  });
  const arrived = { count: 0 };
  server.on('connection', () => {
    arrived.count++;
  });
  await new Promise<void>((listening) => server.listen(port, host, listening));
  onTestFinished(() => void server.close());
  return { arrived, port: (server.address() as AddressInfo).port };
}

type Found = dns.LookupAddress[];

/** Returns a resolver that gives one list of addresses after the other, and the last again. */
function resolving(...lists: string[][]): typeof dns.lookup {
  const left = [...lists];
  const lookup = (_: string, __: unknown, done: (error: null, found: Found) => void) => {
    const found = left.length > 1 ? left.shift()! : left[0]!;
    done(
      null,
      found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };
  return lookup as never;
}

function open(lookup?: typeof dns.lookup, allow = '') {
  const sender = openSender({ allow: readAllowList(allow), lookup, connectMs: 500, totalMs: 2_000 });
  onTestFinished(() => sender.close());
  return (url: string) => sender.send({ url, headers: {}, body: '{}' });
}

describe('a URL with an address inside the network', () => {
  it.each([
    'http://127.0.0.1:PORT/',
    'http://127.1:PORT/',
    'http://2130706433:PORT/',
    'http://017700000001:PORT/',
    'http://0x7f000001:PORT/',
    'http://0x7f.0.0.1:PORT/',
    'http://0177.0.0.01:PORT/',
    'http://127.0.0.1.:PORT/',
    'http://0.0.0.0:PORT/',
    'http://0:PORT/',
    'http://[::1]:PORT/',
    'http://[::]:PORT/',
    'http://[::ffff:127.0.0.1]:PORT/',
    'http://[::ffff:7f00:1]:PORT/',
    'http://[::127.0.0.1]:PORT/',
    'http://[64:ff9b::127.0.0.1]:PORT/',
    'http://[64:ff9b:1::7f00:1]:PORT/',
    'http://[2002:7f00:1::]:PORT/',
    'http://[fe80::1%25eth0]:PORT/',
    'http://[fe80::1]:PORT/',
    'http://[fd00:ec2::254]/latest/meta-data/',
    'http://169.254.169.254/latest/meta-data/',
    'http://168.63.129.16/machine?comp=goalstate',
    'http://100.100.100.200/latest/meta-data/',
    'http://10.0.0.1/',
    'http://192.168.1.1/',
    'http://172.16.0.1/',
    'http://100.64.0.1/',
    'http://224.0.0.1/',
    'http://255.255.255.255/',
    'http://①②⑦.⓪.⓪.①:PORT/',
    'http://127。0。0。1:PORT/',
    ' http://127.0.0.1:PORT/',
    'http://127.0.0.1:PORT/\n',
    'http://user:secret@127.0.0.1:PORT/',
    'http://example.org@127.0.0.1:PORT/',
    'http://example.org#@127.0.0.1:PORT/',
    'http://example.org:22/',
    'http://example.org:25/',
    'http://example.org:6667/',
    'file:///etc/passwd',
    'gopher://127.0.0.1:PORT/_x',
    'ftp://127.0.0.1/',
    'unix:///var/run/docker.sock',
    'javascript:alert(1)',
    '//127.0.0.1:PORT/',
    '/relative',
    '',
  ])('refuses %s, before and while it sends', async (shape) => {
    const { arrived, port } = await inside();
    const url = shape.replace('PORT', `${port}`);
    expect(destinationProblem(url, readAllowList(''))).toMatch(/^must /);
    expect(await open()(url)).toMatchObject({ error: 'address_refused' });
    expect(arrived.count).toBe(0);
  });
});

describe('a name', () => {
  it.each([
    ['127.0.0.1'],
    ['::1'],
    ['10.0.0.7'],
    ['169.254.169.254'],
    ['::ffff:127.0.0.1'],
    ['64:ff9b::7f00:1'],
    ['fe80::1%lo'],
    ['127.0.0.1', '::1', '192.168.0.9'],
  ])('that resolves to %s is refused when the connection is made', async (...addresses) => {
    const { arrived, port } = await inside();
    const url = `http://receiver.example:${port}/`;
    expect(destinationProblem(url, readAllowList(''))).toBeUndefined();
    expect(await open(resolving(addresses))(url)).toMatchObject({ error: 'address_refused' });
    expect(arrived.count).toBe(0);
  });

  it('of this machine is refused by the system’s resolver', async () => {
    const { arrived, port } = await inside();
    expect(await open()(`http://localhost:${port}/`)).toMatchObject({ error: 'address_refused' });
    expect(arrived.count).toBe(0);
  });

  it('that resolves to an inner address the second time is refused the second time', async () => {
    const outer = await inside('127.0.0.2');
    const inner = await inside('127.0.0.1', outer.port);
    const send = open(resolving(['127.0.0.2'], ['127.0.0.1']), '127.0.0.2');
    const url = `http://receiver.example:${outer.port}/`;
    expect(await send(url)).toMatchObject({ status: 200 });
    expect(await send(url)).toMatchObject({ error: 'address_refused' });
    expect(inner.arrived.count).toBe(0);
  });

  it('is resolved once per connection, so that no second answer is used', async () => {
    const outer = await inside('127.0.0.2');
    const inner = await inside('127.0.0.1', outer.port);
    const mixed = open(resolving(['127.0.0.1', '127.0.0.2'], ['127.0.0.1']), '127.0.0.2');
    expect(await mixed(`http://receiver.example:${outer.port}/`)).toMatchObject({ status: 200 });
    expect(inner.arrived.count).toBe(0);
  });
});

it('follows no redirect', async () => {
  const inner = await inside();
  for (const status of [301, 302, 303, 307, 308]) {
    const server = createServer((_, response) => {
      response.writeHead(status, { location: `http://127.0.0.1:${inner.port}/` }).end();
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.2', listening));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    expect(await open(undefined, '127.0.0.2')(`http://127.0.0.2:${port}/`)).toMatchObject({ status });
  }
  expect(inner.arrived.count).toBe(0);
});

describe('the allow list', () => {
  it('admits its hosts, addresses and networks, and nothing else', async () => {
    const { port } = await inside();
    expect(await open(undefined, '127.0.0.0/8')(`http://127.0.0.1:${port}/`)).toMatchObject({ status: 200 });
    expect(await open(undefined, 'localhost')(`http://localhost:${port}/`)).toMatchObject({ status: 200 });
    const send = open(resolving(['127.0.0.1']), 'hooks.internal');
    expect(await send(`http://hooks.internal:${port}/`)).toMatchObject({ status: 200 });
    expect(await send(`http://other.internal:${port}/`)).toMatchObject({ error: 'address_refused' });
  });

  it.each(['10.0.0.0/33', 'https://example.org', 'exa mple', '10.0.0', '*.internal'])('does not take %j', (entry) => {
    expect(() => readAllowList(`10.0.0.1,${entry}`)).toThrow(entry);
  });

  it.each(['8.8.8.8', '2606:4700:4700::1111', '::ffff:8.8.8.8'])('is not needed for %s', (address) => {
    expect(isAllowedAddress(address, readAllowList(''))).toBe(true);
  });

  it.each(['', 'example.org', '4000::1', '192.0.0.192', '198.18.0.1', '240.0.0.1', 'ff02::1', '2001::1', '100::1'])(
    'is needed for %j',
    (address) => expect(isAllowedAddress(address, readAllowList(''))).toBe(false),
  );
});
