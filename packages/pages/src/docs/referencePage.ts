import { join } from 'node:path';
import { Eta } from 'eta';

const eta = new Eta({ views: join(import.meta.dirname, 'templates'), cache: true, autoEscape: true });

/** The HTML of `/docs`. `nonce`: that of the response's policy; `root`: the relative path to the root of the service. */
export function referencePage(nonce: string, root: string): string {
  return eta.render('./reference', { nonce, root });
}

/** Returns the path of a file that the reference and the guides load. */
export function docsAsset(file: string): string {
  return join(import.meta.dirname, 'assets', file);
}
