// node deploy/bundle/src/write.ts <folder>: writes the bundles of all programs to a folder.

import { join, resolve } from 'node:path';
import { services } from '@rotamer/deploy/services.ts';
import { bundle } from './bundle.ts';
import { imagePrograms } from './programs.ts';

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('Usage: node deploy/bundle/src/write.ts <folder>');

const root = join(import.meta.dirname, '../../..');
await bundle(root, [...new Set(services.flatMap(imagePrograms))], { outdir: resolve(folder) });
