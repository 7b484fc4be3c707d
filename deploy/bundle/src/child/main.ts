import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { loadProgram } from './loadProgram.ts';

// main.cjs <tool>: runs the program of jobs with this tool. A tool without a program is a tool by configuration.

const own = join(__dirname, 'tools', `${process.argv[2]}.cjs`);
void loadProgram(existsSync(own) ? own : join(__dirname, 'configured.cjs')).program.main();
