import { createHash } from 'node:crypto';
import type { Units } from '@rotamer/inspection/inspection.ts';
import { MAX_FILE_BYTES } from '@rotamer/kit/limits.ts';

/** A saved file. */
export interface File {
  id: string;
  workspaceId: string;
  projectId?: string;
  /** The operation of projects that put it where it is; 0: it was stored there. */
  projectSeq: number;
  /** User id. */
  createdBy: string;
  /** A name that is safe on every file system. */
  filename: string;
  /** The name as uploaded. */
  originalName: string;
  /** E.g. FASTA, PDB, SDF. */
  format: string;
  mimeType: string;
  /** Bytes. */
  size: number;
  /** Hex. */
  sha256: string;
  /** Key in the blob store. */
  key: string;
  origin: Origin;
  storageOwner: 'FILE_LIBRARY' | 'JOB_ARTIFACT';
  previewKind?: 'text' | 'structure' | 'image' | 'binary';
  /** Whether it is text, which jobs accept as input. */
  textual: boolean;
  /** Its text in UTF-8, stored beside its bytes; absent when these are UTF-8 as they are. Size in bytes, digest in hex. */
  text?: { size: number; sha256: string };
  /** What the inspection counted, e.g. records: some tools price by it. */
  units: Units;
  /** Whether the bytes were inspected. Outputs of jobs are inspected when they are first used as an input. */
  inspected: boolean;
  job?: JobPart;
  tags: string[];
  description?: string;
  collections: { id: string; name: string }[];
  updatedAt?: Date;
}

export type Origin = 'UPLOAD' | 'JOB_OUTPUT' | 'JOB_INPUT' | 'IMPORT';

/** Which output or input of which job a file is. */
export interface JobPart {
  id: string;
  name?: string;
  tool: string;
  item: string;
}

/**
 * Bytes to reserve for an upload: what is left of the limit, at most the declared size or the largest file. Undefined when
 * nothing is left. `held`: bytes of the library and of all open reservations.
 */
export function reservation(held: number, limit: number, declared: number | undefined): number | undefined {
  const left = limit - held;
  return left > 0 ? Math.min(left, Math.max(declared ?? MAX_FILE_BYTES, 1), MAX_FILE_BYTES) : undefined;
}

/** Prefix of everything of an uploaded file in the blob store; ends with `/`. */
export function uploadPrefix(workspaceId: string, fileId: string): string {
  return `files/${workspaceId}/${fileId}/`;
}

export function uploadKey(workspaceId: string, fileId: string): string {
  return `${uploadPrefix(workspaceId, fileId)}content`;
}

/** Key of the text of an uploaded file whose bytes are not UTF-8. */
export function textKey(workspaceId: string, fileId: string): string {
  return `${uploadPrefix(workspaceId, fileId)}text`;
}

/** Admins and owners may delete any file, members their own, viewers none. */
export function mayDelete(file: Pick<File, 'createdBy'>, { userId, role }: { userId: string; role: string }): boolean {
  if (role === 'admin' || role === 'owner') return true;
  return role === 'member' && file.createdBy === userId;
}

const MAX_NAME = 255;

/** The uploaded name without its path, control characters and unpaired surrogates. A name that is too long keeps its ending. */
export function originalName(given: string): string {
  const name = given
    .toWellFormed()
    .split(/[/\\]/)
    .at(-1)!
    .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '')
    .trim();
  const ending = endingOf(name);
  return withEnding(name.slice(0, name.length - ending.length), ending).toWellFormed() || 'file';
}

/** Characters that no other stands for: letters, digits and symbols beyond ASCII. */
const LOST = /(?![\p{P}\p{Z}\p{C}\ufffd])[^\0-\x7f]/u;

/**
 * The name in characters that are safe in file systems, headers and shells. What is lost of it is replaced by a digest, so that names
 * in any script stay different.
 */
export function safeName(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '');
  const ending = endingOf(plain);
  const stem = plain
    .slice(0, plain.length - ending.length)
    .replace(/[^A-Za-z0-9._-]+/g, '_')
    .replace(/^[._-]+|\.+$/g, '')
    // Windows opens a device instead of a file of these names.
    .replace(/^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i, '$1_');
  if (!LOST.test(plain)) return withEnding(stem || 'file', ending);
  const digest = createHash('sha256').update(name.normalize('NFC')).digest('hex').slice(0, 8);
  return withEnding(stem.replace(/_+$/, '') || 'file', `-${digest}${ending}`);
}

/** The endings of a name, as in `.fasta` and `.tar.gz`. A name that begins with its only dot has none. */
function endingOf(name: string): string {
  return /(?:\.[A-Za-z0-9]{1,10}){1,2}$/.exec(name.slice(1))?.[0] ?? '';
}

/** A name of at most MAX_NAME characters; a longer one is cut before its ending. */
function withEnding(stem: string, ending: string): string {
  return stem.slice(0, MAX_NAME - ending.length) + ending;
}
