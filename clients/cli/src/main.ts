#!/usr/bin/env node

// rotamer: the command line of Rotamer.

import { processIo } from './io.ts';
import { visible } from './output/visible.ts';
import { Interrupted, run } from './run.ts';

const interrupt = new AbortController();
let asked = false;

process.on('SIGINT', () => {
  // A second Ctrl-C exits at once.
  if (asked) process.exit(130);
  asked = true;
  interrupt.abort(new Interrupted());
});
// Node would print the error unfiltered, with text of other people in its message.
process.on('uncaughtException', (error) => {
  process.stderr.write(`rotamer: ${visible(error.stack ?? String(error))}\n`);
  process.exit(1);
});
// The reader of a pipe may close it early: `rotamer jobs list | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

process.exitCode = await run(process.argv.slice(2), processIo(interrupt.signal));
// An idle connection would keep the process alive for some seconds.
process.stdout.write('', () => process.stderr.write('', () => process.exit()));
