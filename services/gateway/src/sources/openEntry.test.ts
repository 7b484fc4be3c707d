import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readAllowList } from '@rotamer/kit/outgoing/allowList.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { DEFAULT_SOURCES, readFileSources } from './fileSources.ts';
import { type EntryBytes, openEntries } from './openEntry.ts';

/** A server on an address of this machine, which only an allow list opens. */
async function server(host: string, answer: RequestListener) {
  const seen: string[] = [];
  const one = createServer((request, response) => {
    seen.push(request.url ?? '');
    answer(request, response);
  });
  await new Promise<void>((listening) => one.listen(0, host, listening));
  onTestFinished(() => void one.close());
  return { url: `http://${host}:${(one.address() as AddressInfo).port}`, seen };
}

function opening(allow = '127.0.0.2') {
  const entries = openEntries({ allow: readAllowList(allow), connectMs: 500, silentMs: 1_000 });
  onTestFinished(() => entries.close());
  return (url: string) => entries.open(url, AbortSignal.timeout(10_000));
}

async function textOf(bytes: EntryBytes | undefined): Promise<string | undefined> {
  if (!bytes) return undefined;
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

describe('an entry of a database', () => {
  it('is sent, also after a redirect to an address that is allowed', async () => {
    const { url } = await server('127.0.0.2', ({ url: path }, response) => {
      if (path === '/old') response.writeHead(303, { location: '/new' }).end();
      else response.end('data_1UBQ\n');
    });
    expect(await textOf(await opening()(`${url}/old`))).toBe('data_1UBQ\n');
  });

  it.each([400, 404, 410, 204])('is undefined when the database answers with %i', async (status) => {
    const { url } = await server('127.0.0.2', (_, response) => void response.writeHead(status).end());
    expect(await opening()(url)).toBeUndefined();
  });

  it('is never taken from a private address, neither at first nor after a redirect', async () => {
    const inner = await server('127.0.0.1', (_, response) => void response.end('secret'));
    await expect(opening()(inner.url)).rejects.toMatchObject({ code: 'service_unavailable' });
    for (const status of [301, 302, 303, 307, 308]) {
      const { url } = await server('127.0.0.2', (_, response) => {
        response.writeHead(status, { location: inner.url }).end();
      });
      await expect(opening()(url)).rejects.toMatchObject({ code: 'service_unavailable' });
    }
    expect(inner.seen).toEqual([]);
  });

  it('is given up when the database redirects without end, fails or is silent', async () => {
    const endless = await server('127.0.0.2', (_, response) => void response.writeHead(302, { location: '/' }).end());
    await expect(opening()(endless.url)).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(endless.seen).toHaveLength(4);
    const failing = await server('127.0.0.2', (_, response) => void response.writeHead(500).end('no'));
    await expect(opening()(failing.url)).rejects.toMatchObject({ code: 'service_unavailable' });
    const silent = await server('127.0.0.2', () => undefined);
    await expect(opening()(silent.url)).rejects.toMatchObject({ code: 'service_unavailable' });
  });
});

describe('the list of databases', () => {
  it('gives the address of an entry, in any case of its id', () => {
    const sources = readFileSources(DEFAULT_SOURCES);
    expect([...sources.keys()]).toEqual(['pdb', 'uniprot', 'alphafold']);
    const url = (source: string, id: string) => sources.get(source)!.entry(id)?.url;
    expect(url('pdb', ' 1ubq ')).toBe('https://files.rcsb.org/download/1UBQ.cif');
    expect(url('uniprot', 'P0CG48')).toBe('https://rest.uniprot.org/uniprotkb/P0CG48.fasta');
    expect(sources.get('alphafold')!.entry('p0cg48')!.filename).toBe('AF-P0CG48.cif');
  });

  it.each(['../x', '1UBQ/../../x', '1UBQ?x', '', 'ABCD', '1UBQ\n'.repeat(2), 'ⅠUBQ'])('refuses %j as an id', (id) => {
    for (const source of readFileSources(DEFAULT_SOURCES).values()) expect(source.entry(id)).toBeUndefined();
  });

  it.each(['pdb', 'pdb=https://example.org/', 'pdb=ftp://example.org/{id}', 'mine=https://example.org/{id}'])(
    'refuses %j',
    (text) => expect(() => readFileSources(text)).toThrow(text),
  );

  it('is empty where the operator wants no fetching', () => expect(readFileSources('').size).toBe(0));
});
