import type { Profile } from '../shared/native/profiles.ts';
import { safeId } from '../shared/native/safeIds.ts';

/**
 * Returns a profile as a program gets it: its name is the safe id of `index`, and it has no accession. hmmpress refuses
 * a file in which a name or an accession occurs twice.
 */
export function withSafeName({ text }: Profile, index: number): string {
  const head = text.search(/^HMM /m);
  const fields = text
    .slice(0, head)
    .split('\n')
    .filter((line) => !line.startsWith('ACC '))
    .map((line) => (line.startsWith('NAME ') ? `NAME  ${safeId(index)}` : line));
  return fields.join('\n') + text.slice(head);
}
