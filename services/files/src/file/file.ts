import { createHash } from 'node:crypto';
import { MAX_FILE_BYTES } from '@rotamer/domain/limits.ts';
import type { Units } from '@rotamer/inspection/inspection.ts';

/** A saved file. */
export interface File {
  id: string;
  workspaceId: string;
  projectId?: string;
  /** Number of the operation of projects that last moved the file; 0: the file was created in its project. */
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
  /**
   * The text of the file in UTF-8, which is stored as a second object. Absent when the bytes of the file are already
   * UTF-8. `size` in bytes, `sha256` in hex.
   */
  text?: { size: number; sha256: string };
  /** Counts of the inspection, e.g. records; some tools price by them. */
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

/** The job and its output or input from which a file was recorded. */
export interface JobPart {
  id: string;
  name?: string;
  tool: string;
  item: string;
}

/**
 * Returns the bytes to reserve for an upload: the free storage, but at most the declared size and the largest file
 * size. Returns undefined when no storage is free. `held`: bytes of the library and of all open reservations.
 */
export function reservation(held: number, limit: number, declared: number | undefined): number | undefined {
  const left = limit - held;
  return left > 0 ? Math.min(left, Math.max(declared ?? MAX_FILE_BYTES, 1), MAX_FILE_BYTES) : undefined;
}

/** Returns the prefix of all objects of an uploaded file in the blob store; it ends with `/`. */
export function uploadPrefix(workspaceId: string, fileId: string): string {
  return `files/${workspaceId}/${fileId}/`;
}

export function uploadKey(workspaceId: string, fileId: string): string {
  return `${uploadPrefix(workspaceId, fileId)}content`;
}

/** Returns the key of the text of an uploaded file whose bytes are not UTF-8. */
export function textKey(workspaceId: string, fileId: string): string {
  return `${uploadPrefix(workspaceId, fileId)}text`;
}

/**
 * Returns whether the caller may delete the file: admins and owners may delete any file, members their own, viewers
 * none.
 */
export function mayDelete(file: Pick<File, 'createdBy'>, { userId, role }: { userId: string; role: string }): boolean {
  if (role === 'admin' || role === 'owner') return true;
  return role === 'member' && file.createdBy === userId;
}

const MAX_NAME = 255;

/**
 * Returns the uploaded name without path, control characters and unpaired surrogates. A name that is too long is cut
 * before its extension.
 */
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

/** Characters that have no ASCII replacement: letters, digits and symbols beyond ASCII. */
const LOST = /(?![\p{P}\p{Z}\p{C}\ufffd])[^\0-\x7f]/u;

/**
 * Returns the name in characters that are safe in file systems, headers and shells. If letters are lost, a digest of
 * the name is appended, so that different names in any script stay different.
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

/**
 * Returns the extensions of a name, such as `.fasta` or `.tar.gz`. A name whose only dot is its first character has
 * none.
 */
function endingOf(name: string): string {
  return /(?:\.[A-Za-z0-9]{1,10}){1,2}$/.exec(name.slice(1))?.[0] ?? '';
}

/** Returns a name of at most MAX_NAME characters; a longer stem is cut before the extension. */
function withEnding(stem: string, ending: string): string {
  return stem.slice(0, MAX_NAME - ending.length) + ending;
}
