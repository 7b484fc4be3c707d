// npm start [-- options]: runs all of Rotamer on this machine until Ctrl-C.

import { join } from 'node:path';
import { freshLauncher } from '@rotamer/bundle/freshBundle.ts';
import { bundleOf, launcher } from '@rotamer/bundle/programs.ts';
import { repository } from './folder/paths.ts';

await import(join(await freshLauncher(repository), bundleOf(launcher)));
