import type { ToolContract } from '../../contract.ts';

/** Groups of tools that an image of the runner may have the programs of, by the categories of their contracts. */
export const imageGroups = {
  /** The tools that need no program. */
  core: [],
  sequence: ['Sequence', 'Alignment', 'Search', 'Clustering', 'Phylogeny'],
  structure: ['Structure'],
  chemistry: ['Chemistry', 'Docking'],
  dynamics: ['Dynamics'],
} satisfies Record<string, string[]>;

export type ImageGroup = keyof typeof imageGroups;

/**
 * The Debian packages that the tools of a group need; of `all` groups, those of every tool.
 *
 * @throws Error for an unknown group.
 */
export function packagesOf(contracts: ToolContract[], group: string): string[] {
  if (group !== 'all' && !(group in imageGroups))
    throw new Error(`there is no group '${group}'; groups: ${Object.keys(imageGroups).join(', ')}, all`);
  const categories: string[] = group === 'all' ? [] : imageGroups[group as ImageGroup];
  const chosen = contracts.filter(({ category }) => group === 'all' || categories.includes(category));
  const packages = chosen.flatMap(({ requires }) => requires.flatMap(({ debian }) => debian ?? []));
  return [...new Set(packages)].sort();
}
