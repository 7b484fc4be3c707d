import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { notFound } from '@rotamer/kit/errors/fault.ts';
import { shareAsset } from '@rotamer/pages/sharePage/assets.ts';
import type { FastifyInstance } from 'fastify';
import { islandScript } from './islandScript.ts';

interface Asset {
  bytes: Buffer;
  gzipped: Buffer;
  type: string;
}

const css = 'text/css; charset=utf-8';

const read = (path: string) => readFileSync(path);

/** The styles of all pages, then those of single parts. */
const styles = ['console.css', 'runs.css', 'files.css', 'settings.css'];

const own = (name: string) => read(join(import.meta.dirname, name));

/** The files that every page loads. */
const files: Record<string, Asset> = {
  'shared.css': asset(read(shareAsset('share.css')), css),
  'console.css': asset(Buffer.concat(styles.map(own)), css),
  'console.js': asset(Buffer.from(islandScript), 'text/javascript; charset=utf-8'),
  'icon.svg': asset(read(shareAsset('icon.svg')), 'image/svg+xml'),
};

function asset(bytes: Buffer, type: string): Asset {
  return { bytes, gzipped: gzipSync(bytes, { level: 9 }), type };
}

/** Names the version of all files together. It is part of their addresses, so browsers may keep them for ever. */
const version = hash('sha256', Buffer.concat(Object.values(files).map(({ bytes }) => bytes)), 'hex').slice(0, 12);

/** Returns the address of a file, relative to the root of the service. */
export function assetPath(name: keyof typeof files & string): string {
  return `console-assets/${version}/${name}`;
}

/** GET /console-assets/{version}/{file} */
export function serveAssets(app: FastifyInstance): void {
  app.get<{ Params: { version: string; file: string } }>('/console-assets/:version/:file', (request, reply) => {
    const { file, version: asked } = request.params;
    if (!Object.hasOwn(files, file)) throw notFound('file');
    const { bytes, gzipped, type } = files[file]!;
    // During an upgrade a page of one release may ask another: its file is the best there is, but not to be kept.
    reply.header('cache-control', asked === version ? 'public, max-age=31536000, immutable' : 'no-store');
    reply.type(type).header('vary', 'accept-encoding');
    if (!/\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))) return reply.send(bytes);
    return reply.header('content-encoding', 'gzip').send(gzipped);
  });
}
