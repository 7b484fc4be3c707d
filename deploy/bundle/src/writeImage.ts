// node deploy/bundle/src/writeImage.ts <name> <folder>: writes the contents of /app in the image of a service or of the operator.

import { join, resolve } from 'node:path';
import { operator, serviceNamed } from '@rotamer/deploy/services.ts';
import { operatorImage, serviceImage } from './image.ts';

const [name = '', folder = ''] = process.argv.slice(2);
if (!name || !folder) throw new Error('Usage: node deploy/bundle/src/writeImage.ts <service or operator> <folder>');

const root = join(import.meta.dirname, '../../..');
if (name === operator) operatorImage(root, resolve(folder));
else await serviceImage(root, serviceNamed(name), resolve(folder));
