// @module-tag pipelines

import { readOfTools } from '@rotamer/test-support/shippedWorkflows.ts';
import { newWorkspace, type Workspace } from '@rotamer/test-support/workspace.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { protocolsUrl, runPython, withoutPython } from './runPython.ts';

interface Found {
  program: string;
  hits: { title: string; identities: number; evalue: number }[];
}

const globins = readOfTools('testdata', 'globins45.fasta');
const [first, ...rest] = globins
  .split(/^(?=>)/m)[0]!
  .trim()
  .split('\n');
const name = first!.slice(1).split(/\s/)[0]!;
const sequence = rest.join('');

let workspace: Workspace;
let database: string;

beforeAll(async () => {
  workspace = await newWorkspace({ credits: 1_000, limits: { 'requests-per-minute': 6_000 } });
  database = (await workspace.client.upload<{ id: string }>('globins.fasta', globins)).body.id;
});

describe.skipIf(withoutPython)('qblast of Biopython', () => {
  it('finds a globin among globins, with the key as password or in the address', async () => {
    for (const [url, password] of [
      [`${protocolsUrl()}/blast/Blast.cgi`, workspace.key.key],
      [`${protocolsUrl()}/k/${workspace.key.key}/blast/Blast.cgi`, '-'],
    ] as const) {
      const found = await runPython<Found>('qblast.py', url, password, database, sequence);
      expect(found.program).toBe('BLASTP');
      expect(found.hits).toHaveLength(5);
      expect(found.hits[0]!.title).toContain(name);
      expect(found.hits[0]!.identities).toBe(sequence.length);
      expect(found.hits[0]!.evalue).toBeLessThan(1e-80);
    }
  });

  it('raises the reason of a refused search as its own error', async () => {
    const url = `${protocolsUrl()}/k/${workspace.key.key}/blast/Blast.cgi`;
    const { error } = await runPython<{ error: string }>('qblast.py', url, '-', database, 'KVF1GRC');
    expect(error).toMatch(/^Error message from NCBI: Message ID#24 Error: QUERY: line 2: character '1'/);
  });

  it('keeps searches of other workspaces unknown', async () => {
    const other = await newWorkspace();
    const ask = async (key: string, query: string) =>
      (await fetch(`${protocolsUrl()}/k/${key}/blast/Blast.cgi?${query}`)).text();
    const fields = new URLSearchParams({ CMD: 'Put', PROGRAM: 'blastp', DATABASE: database, QUERY: sequence });
    const [, rid] = /RID = (\w+)/.exec(await ask(workspace.key.key, fields.toString()))!;
    const poll = `CMD=Get&FORMAT_OBJECT=SearchInfo&RID=${rid}`;
    expect(await ask(other.key.key, poll)).toContain('Status=UNKNOWN');
    expect(await ask(workspace.key.key, poll)).toMatch(/Status=(WAITING|READY)/);
  });
});
