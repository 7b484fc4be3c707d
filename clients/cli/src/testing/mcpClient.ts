import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { Rotamer } from '@rotamer/client';
import { onTestFinished } from 'vitest';
import { createApprovals } from '../mcp/approvals.ts';
import { createMcpServer } from '../mcp/server.ts';
import { fakeService } from './fakeService.ts';

export const SECRET = 'rot_live_4fGh7sKqSECRET';

/** Connects the SDK's own client to a server over a fake service. */
export async function mcpClient(
  routes: Parameters<typeof fakeService>[0],
  { budget = 0, client, fetch: given }: { budget?: number; client?: () => Rotamer; fetch?: typeof fetch } = {},
) {
  const { fetch: fake, seen } = fakeService(routes);
  const rotamer = new Rotamer({ apiKey: SECRET, baseUrl: 'http://rotamer.test', fetch: given ?? fake, retryForMs: 0 });
  const folder = mkdtempSync(join(tmpdir(), 'rotamer-mcp-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const commandFor = createApprovals({}, folder);
  const server = createMcpServer({ version: '0', client: client ?? (() => rotamer), budget, commandFor });
  const host = new Client({ name: 'test', version: '0' });
  const [one, other] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(one), host.connect(other)]);
  onTestFinished(() => host.close());

  /** Returns the answer of a tool, parsed as JSON, and its text. */
  async function call(name: string, args: object = {}, options?: Parameters<Client['callTool']>[2]) {
    const { content, isError = false } = await host.callTool({ name, arguments: { ...args } }, undefined, options);
    const [{ text }] = content as [{ text: string }];
    // biome-ignore lint/suspicious/noExplicitAny: tests assert what they expect
    let json: any;
    try {
      json = JSON.parse(text);
    } catch {
      // The answer was cut, and says so.
    }
    return { text, json, isError };
  }
  return { host, call, seen };
}
