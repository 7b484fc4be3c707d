import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import '@rotamer/tools/catalogue.ts';
import { attemptFolder } from './jobFile.ts';
import { openRunnerPipe } from './runnerPipe.ts';

// Exits with 0 exactly when a tool could run: the sources are readable and the attempt folder is writable.
writeFileSync(join(attemptFolder(process.argv[2]!).outputs, 'probe'), '');
openRunnerPipe().ready();
process.exit(0);
