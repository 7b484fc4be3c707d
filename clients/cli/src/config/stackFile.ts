import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, type Stats } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isLoopback } from '../proxy.ts';
import { foreignWriter, thisUser } from './configFile.ts';

/** A `stack.json` that was found, and whether it may be used. */
export type StackFile = { path: string } & (
  | { base_url: string; api_key: string; refused?: undefined }
  /** Why it is not used, and how to make it usable. */
  | { refused: string }
);

/** Maximum size of a stack.json, in bytes. */
const MAX_BYTES = 1024 * 1024;

/**
 * Finds the Rotamer that `npm start` runs in this folder or in one above it, or that keeps its data in the folder `data`
 * (`npm start -- --data`). Other people can put such a file into a folder that the
 * user enters. So the file is used only if nobody but the user can have written it, and its address is on this machine.
 */
export function readStackFile(cwd: string, user: number | undefined = thisUser, data?: string): StackFile | undefined {
  if (data) return readOwn(resolve(cwd, data), user);
  for (let folder = cwd; ; folder = dirname(folder)) {
    const found = readOwn(join(folder, '.rotamer'), user);
    if (found) return found;
    if (dirname(folder) === folder) return undefined;
  }
}

function readOwn(folder: string, user: number | undefined): StackFile | undefined {
  const path = join(folder, 'stack.json');
  try {
    // Checked before it is opened, because opening a pipe would wait for its writer.
    const before = lstatSync(path);
    const refused = notOwn(folder, lstatSync(folder), user) ?? notOwn(path, before, user);
    if (refused !== undefined) return { path, refused };
    const { text, stat } = readAll(path);
    if (stat.ino !== before.ino || stat.dev !== before.dev) return { path, refused: `${path} was replaced meanwhile` };
    return parse(path, text);
  } catch {
    // There is no file here, or it must not be read.
    return undefined;
  }
}

function notOwn(path: string, stat: Stats, user: number | undefined): string | undefined {
  if (stat.isSymbolicLink()) return `${path} is a symbolic link`;
  if (!stat.isDirectory() && (!stat.isFile() || stat.size > MAX_BYTES)) return `${path} is not a file of npm start`;
  return foreignWriter(path, stat, user);
}

function readAll(path: string): { text: string; stat: Stats } {
  const file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    const bytes = Buffer.alloc(MAX_BYTES);
    return { text: bytes.toString('utf8', 0, readSync(file, bytes)), stat: fstatSync(file) };
  } finally {
    closeSync(file);
  }
}

function parse(path: string, text: string): StackFile | undefined {
  const { base_url, api_key, urls } = JSON.parse(text) as Record<string, unknown>;
  if (typeof base_url !== 'string' || typeof api_key !== 'string') return undefined;
  // With a public URL, the gateways also listen on loopback.
  const address = [base_url, ...(Array.isArray(urls) ? urls : [])].find(isLoopback);
  if (address === undefined) return { path, refused: `${path} names ${base_url}, which is not on this machine` };
  return { path, base_url: address, api_key };
}
