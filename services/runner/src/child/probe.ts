import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { attemptFolder } from './jobFile.ts';
import { openRunnerPipe } from './runnerPipe.ts';

// Exits with 0 exactly when a tool could run: the sources of the runner and, through its pipe, of the tools are readable, and the attempt
// folder is writable. It loads nothing more, because it delays the start of a runner.
const runner = openRunnerPipe();
const { root } = await runner.next();
runner.ready();
writeFileSync(join(attemptFolder(root).outputs, 'probe'), '');
process.exit(0);
