import type { Units } from '@rotamer/inspection/inspection.ts';
import { MAX_FILE_BYTES } from '@rotamer/kit/limits.ts';

/** A saved file. */
export interface File {
  id: string;
  workspaceId: string;
  projectId?: string;
  /** User id. */
  createdBy: string;
  /** Safe to save under on any file system. */
  filename: string;
  /** As its author called it. */
  originalName: string;
  /** E.g. FASTA, PDB, SDF. */
  format: string;
  mimeType: string;
  /** Bytes. */
  size: number;
  /** Hex. */
  sha256: string;
  /** Where the bytes are in the blob store. */
  key: string;
  origin: Origin;
  storageOwner: 'FILE_LIBRARY' | 'JOB_ARTIFACT';
  previewKind?: 'text' | 'structure' | 'image' | 'binary';
  /** May be a job's input. */
  textual: boolean;
  /** What was counted in it: tools price by some of these. */
  units: Units;
  /** Somebody has looked at the bytes. What a job left is looked at when it is first used as an input. */
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
 * Room for an upload: what is left under the limit, at most what was declared or the largest file. Undefined: nothing is
 * left. `held` are the bytes of the library and of all running reservations.
 */
export function reservation(held: number, limit: number, declared: number | undefined): number | undefined {
  const left = limit - held;
  return left > 0 ? Math.min(left, Math.max(declared ?? MAX_FILE_BYTES, 1), MAX_FILE_BYTES) : undefined;
}

/** Where everything of an uploaded file lives in the blob store; ends with `/`. */
export function uploadPrefix(workspaceId: string, fileId: string): string {
  return `files/${workspaceId}/${fileId}/`;
}

export function uploadKey(workspaceId: string, fileId: string): string {
  return `${uploadPrefix(workspaceId, fileId)}content`;
}

/** Admins and owners delete any file, members their own, viewers none. */
export function mayDelete(file: Pick<File, 'createdBy'>, { userId, role }: { userId: string; role: string }): boolean {
  if (role === 'admin' || role === 'owner') return true;
  return role === 'member' && file.createdBy === userId;
}

const MAX_NAME = 255;

/** The name as its author wrote it, without a path, control characters and halves of surrogate pairs. */
export function originalName(given: string): string {
  const name = given.toWellFormed().split(/[/\\]/).at(-1)!;
  return (
    name
      .replace(/\p{Cc}/gu, '')
      .trim()
      .slice(0, MAX_NAME)
      .toWellFormed() || 'file'
  );
}

/** The same name in letters that every file system, header and shell takes. */
export function safeName(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9._-]+/g, '_')
    .replace(/^[._-]+/, '');
  return plain === '' ? 'file' : plain;
}
