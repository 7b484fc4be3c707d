import { parseNewick } from '../newick.ts';
import type { Notes } from '../notes.ts';
import { rootAtOutgroup } from '../pictures/midpoint.ts';

/** Warns where the outgroup is not a clade of the tree, so that its picture has another root. */
export function warnOfOutgroup(notes: Notes, inputId: string, newick: string, outgroup: string[]): void {
  if (outgroup.length === 0 || rootAtOutgroup(parseNewick(newick), outgroup)) return;
  notes.warn(
    inputId,
    outgroup.join(', '),
    'the outgroup is not a clade of the tree; the picture is rooted at the midpoint',
  );
}
