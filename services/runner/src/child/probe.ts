import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import '@rotamer/tools/catalogue.ts';
import { attemptFolder } from './jobFile.ts';
import { openRunnerPipe } from './runnerPipe.ts';

// Exits with 0 exactly when a tool could run: the sources are readable and the attempt folder is writable.
const runner = openRunnerPipe();
const { root } = await runner.next();
runner.ready();
writeFileSync(join(attemptFolder(root).outputs, 'probe'), '');
process.exit(0);
