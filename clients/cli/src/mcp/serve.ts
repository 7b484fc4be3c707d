import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { Context, GlobalFlags } from '../context.ts';
import { version } from '../version.ts';
import { createApprovals } from './approvals.ts';
import { createMcpServer } from './server.ts';

/** Serves on stdin and stdout until the host closes stdin, or Ctrl-C. */
export async function serve({ client, io }: Context, budget: number, flags: GlobalFlags): Promise<void> {
  const server = createMcpServer({ version, client, budget, commandFor: createApprovals(flags) });
  const gone = new Promise<void>((resolve) => {
    process.stdin.once('end', resolve);
    process.stdin.once('close', resolve);
    io.interrupted.addEventListener('abort', () => resolve(), { once: true });
  });
  await server.connect(new StdioServerTransport());
  await gone;
  await server.close();
}
