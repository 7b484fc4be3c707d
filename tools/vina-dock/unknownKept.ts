import type { Problem } from '../contract.ts';
import { quoted } from '../shared/problems.ts';
import type { Receptor } from './readReceptor.ts';

/**
 * Returns a problem for each name in `keep` that the receptor lacks, because the residue meant by it would be left out.
 */
export function unknownKept({ source }: Receptor, keep: string[]): Problem[] {
  const isReady = 'pdbqt' in source;
  const there = isReady ? [] : [...source.left, ...source.residues].map(({ name }) => name.toUpperCase());
  const others = isReady ? [] : [...new Set(source.left.map(({ name }) => name))].slice(0, 20);
  const hint = isReady
    ? 'a receptor in PDBQT is taken as it is'
    : `beside its chains it has ${others.join(', ') || 'nothing'}`;
  return keep.flatMap((name, i) =>
    there.includes(name.toUpperCase())
      ? []
      : [{ path: `settings.keep[${i}]`, message: `the receptor has no residue ${quoted(name)} to keep: ${hint}` }],
  );
}
