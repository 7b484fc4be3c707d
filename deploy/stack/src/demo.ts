// npm run demo: starts Rotamer on free ports, runs real jobs, shows their results and cost, and stops it again.

import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createScreen } from './demo/screen.ts';
import { tour } from './demo/tour.ts';
import { defaultDataDir } from './folder/paths.ts';
import { startStack } from './startStack.ts';
import { onStopSignals } from './supervise/stopSignals.ts';

const started = performance.now();
const screen = createScreen(process.stdout);
const abort = new AbortController();
onStopSignals({ drain: () => abort.abort(), kill: () => process.exit(1) });

const dataDir = join(defaultDataDir, 'demo');

try {
  const flag = { type: 'boolean', default: false } as const;
  const { real, traces } = parseArgs({ options: { real: flag, traces: flag } }).values;
  screen.heading('Rotamer');
  screen.progress('start', 'PostgreSQL and the services …');
  const stack = await startStack({
    dataDir,
    port: process.env.ROTAMER_HTTP_LISTEN ? undefined : 0,
    fresh: false,
    real,
    traces,
    replicas: {},
    signal: abort.signal,
    report: screen.text,
  });
  try {
    screen.line('start', `PostgreSQL and the services, ${stack.baseUrl}`, performance.now() - started);
    const folder = join(stack.paths.root, 'results');
    await tour({ baseUrl: stack.baseUrl, apiKey: stack.apiKey, folder, screen, signal: abort.signal });
  } finally {
    const stopping = performance.now();
    screen.heading('Stop');
    await stack.stop();
    screen.line('stop', 'drained, no process left', performance.now() - stopping);
  }
  screen.line('total', '', performance.now() - started);
  screen.text('\nTo start Rotamer yourself: npm start');
} catch (error) {
  screen.text(abort.signal.aborted ? '\nStopped.' : `\n${(error as Error).message}`);
  process.exitCode = 1;
}
