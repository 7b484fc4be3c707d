import { writeFileSync } from 'node:fs';
import { codeCacheOf, loadProgram } from './loadProgram.ts';

// writeCodeCaches.cjs <program>...: keeps what V8 compiles of each program while it is loaded, for the processes of jobs.

for (const file of process.argv.slice(2)) writeFileSync(codeCacheOf(file), loadProgram(file).script.createCachedData());
