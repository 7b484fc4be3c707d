import type { SceneFile } from './scene/scenesOf.ts';

/** A file that a viewer shows. */
export interface ViewedFile {
  url: string;
  name: string;
  format: string;
  /** Name of the output port. */
  label: string;
}

/** An output port, as far as it says what its files are. */
interface Port {
  id: string;
  label: string;
  kind?: string | null;
}

/** Most alignments, and most trees, on a page; the list of files has all. */
const MAX_SHOWN = 3;

/** Largest file that a viewer loads, in bytes. */
const MAX_BYTES = 16 * 1024 * 1024;

const formatsOf: Record<string, string[]> = { msa: ['AFA', 'STOCKHOLM', 'A3M', 'CLUSTAL'], tree: ['NEWICK'] };

/** Returns the alignments (`msa`) or the trees of a result that a viewer can show. */
export function viewedFiles(kind: 'msa' | 'tree', files: readonly SceneFile[], ports: readonly Port[]): ViewedFile[] {
  return files
    .flatMap(({ port: id, url, name, format, size }): ViewedFile[] => {
      const port = ports.find((one) => one.id === id);
      const isShown = port?.kind === kind && formatsOf[kind]!.includes(format.toUpperCase()) && size <= MAX_BYTES;
      return isShown ? [{ url, name, format: format.toUpperCase(), label: port.label }] : [];
    })
    .slice(0, MAX_SHOWN);
}

/** Maximum size of a shown picture, in bytes. Larger pictures can only be downloaded. */
const MAX_PICTURE_BYTES = 2 * 1024 * 1024;

/** Returns whether pages show this file as a picture. */
export function isPicture({ format, size }: { format: string; size: number }): boolean {
  return format.toUpperCase() === 'SVG' && size <= MAX_PICTURE_BYTES;
}
