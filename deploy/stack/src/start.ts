// npm start [-- options]: runs all of Rotamer on this machine until Ctrl-C.

import { join } from 'node:path';
import { freshLauncher } from '@rotamer/bundle/freshBundle.ts';
import { bundleOf, launcher } from '@rotamer/bundle/programs.ts';
import { repository } from './folder/paths.ts';

const folder = await freshLauncher(repository).catch((error: Error) => {
  console.error(`Rotamer failed to start. ${error.message}`);
  process.exit(1);
});
await import(join(folder, bundleOf(launcher)));
