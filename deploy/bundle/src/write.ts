// node deploy/bundle/src/write.ts <folder>: every program's bundle in a folder, once and for all, as an image needs it.

import { join, resolve } from 'node:path';
import { bundle } from './bundle.ts';

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('Name the folder for the bundles: node deploy/bundle/src/write.ts <folder>');

const root = join(import.meta.dirname, '../../..');
await bundle(root, resolve(folder));
