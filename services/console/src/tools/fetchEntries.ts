import { hash } from 'node:crypto';
import { ApiError, type FileSource, type Rotamer, type Tool } from '@rotamer/client';
import { LRUCache } from 'lru-cache';
import type { FormProblem, RunForm, SavedFile } from './runForm.ts';

/** The databases of an installation change with a restart only. */
const TRUSTED_MS = 60_000;

/** Reads the databases from which files are fetched. Without them, a form offers no fetching. */
export function rememberSources(): (api: Rotamer) => Promise<FileSource[]> {
  const recent = new LRUCache<'all', FileSource[]>({ max: 1, ttl: TRUSTED_MS });
  return async (api) => {
    const known = recent.get('all') ?? (await api.files.sources().catch(() => undefined));
    if (known) recent.set('all', known);
    return known ?? [];
  };
}

type Slot = Tool['input']['slots'][number];

/** Returns the databases whose entries a slot takes. */
export function sourcesFor({ acceptedFormats = [] }: Slot, sources: readonly FileSource[]): FileSource[] {
  return sources.filter(({ format }) => acceptedFormats.includes(format));
}

/** Most entries of one request. */
const MAX_ENTRIES = 10;

/** What was fetched for a slot. */
export interface Fetched {
  files: SavedFile[];
  problems: FormProblem[];
}

/**
 * Fetches entries into the library, and chooses their files in boxes of a slot: in empty ones first, then in new ones. An entry that
 * cannot be fetched is a problem of the box, and the other entries are still chosen. `key` makes a form that is sent twice one file.
 */
export async function fetchEntries(
  api: Rotamer,
  slot: Slot,
  form: RunForm,
  { source, ids, key }: { source: string; ids: string; key: string },
): Promise<Fetched> {
  const wanted = [...new Set(ids.split(/[\s,;]+/).filter(Boolean))];
  const field = `slot.${slot.id}.0`;
  const boxes = form.boxes[slot.id] ?? [];
  form.boxes[slot.id] = boxes;
  const isFree = (box: (typeof boxes)[number]) => box.text.trim() === '' && box.fileId === '';
  const room = boxes.filter(isFree).length + Math.max(0, (slot.max ?? 1) - boxes.length);
  if (wanted.length > Math.min(room, MAX_ENTRIES)) {
    const message = `There is room for ${Math.min(room, MAX_ENTRIES)} more, and these are ${wanted.length} entries.`;
    return { files: [], problems: [{ field, message }] };
  }
  const files: SavedFile[] = [];
  const problems: FormProblem[] = [];
  for (const id of wanted) {
    try {
      const file = await api.files.fetch(source, id, {
        project_id: form.projectId || undefined,
        idempotencyKey: hash('sha256', `${key} ${source} ${id}`),
      });
      files.push(file);
      const box = boxes.find(isFree);
      if (box) box.fileId = file.id;
      else boxes.push({ text: '', fileId: file.id });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status === 401) throw error;
      problems.push({ field, message: [error.message, error.resolution].filter(Boolean).join(' ') });
    }
  }
  return { files, problems };
}
