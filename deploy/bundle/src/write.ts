// node deploy/bundle/src/write.ts <folder>: writes the bundles of all programs to a folder, for an image.

import { join, resolve } from 'node:path';
import { bundle } from './bundle.ts';

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('Usage: node deploy/bundle/src/write.ts <folder>');

const root = join(import.meta.dirname, '../../..');
await bundle(root, resolve(folder));
