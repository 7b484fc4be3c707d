import { parseNewick } from '../newick.ts';
import type { Notes } from '../notes.ts';
import { rootAtOutgroup } from '../pictures/midpoint.ts';

/** Warns when the outgroup is not a clade of the tree: the picture is then rooted elsewhere. */
export function warnOfOutgroup(notes: Notes, inputId: string, newick: string, outgroup: string[]): void {
  if (outgroup.length === 0 || rootAtOutgroup(parseNewick(newick), outgroup)) return;
  notes.warn(
    inputId,
    outgroup.join(', '),
    'the outgroup is not a clade of the tree; the picture is rooted at the midpoint',
  );
}
