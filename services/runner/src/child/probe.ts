import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { attemptFolder } from './jobFile.ts';
import { openRunnerPipe } from './runnerPipe.ts';

// Exits with 0 exactly when a tool could run: sources can be read (the pipe's module imports one of the tools), and the attempt folder can
// be written. Loads nothing more, because a runner waits for it at start.
const runner = openRunnerPipe();
const { root } = await runner.next();
runner.ready();
writeFileSync(join(attemptFolder(root).outputs, 'probe'), '');
process.exit(0);
