import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { repository } from '@rotamer/stack/folder/paths.ts';

const testdata = (name: string) => readFileSync(join(repository, 'tools', 'testdata', name));

/** The entries of the server, by path. */
const entries: Record<string, Buffer> = {
  '/1UBQ.cif': testdata('structures/1A8O.cif'),
  '/P0CG48.fasta': testdata('ubiquitin.fasta'),
};

/** A stand-in for public databases, and the settings of a stack that fetches from it. */
export interface EntryServer {
  env: Record<string, string>;
  stop(): void;
}

/** Starts a server of entries on this machine: tests reach no other. It does not keep the process alive. */
export async function startEntryServer(): Promise<EntryServer> {
  const server = createServer(({ url = '' }, response) => {
    const entry = entries[url];
    response.writeHead(entry ? 200 : 404).end(entry);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  server.unref();
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    env: {
      ROTAMER_FILE_SOURCES: `pdb=${address}/{id}.cif,uniprot=${address}/{id}.fasta`,
      ROTAMER_FILE_SOURCE_ALLOW: '127.0.0.1',
    },
    stop: () => void server.close(),
  };
}
