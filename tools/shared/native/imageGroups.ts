import type { ToolContract } from '../../contract.ts';

/** Groups of tools by the categories of their contracts. A runner image can have the programs of one group. */
export const imageGroups = {
  /** Tools that need no program. */
  core: [],
  sequence: ['Sequence', 'Alignment', 'Search', 'Clustering', 'Phylogeny'],
  structure: ['Structure'],
  chemistry: ['Chemistry', 'Docking'],
  dynamics: ['Dynamics'],
} satisfies Record<string, string[]>;

export type ImageGroup = keyof typeof imageGroups;

/**
 * Returns the Debian packages that the tools of a group need or use; for `all`, those of every tool.
 *
 * @throws Error for an unknown group.
 */
export function packagesOf(contracts: ToolContract[], group: string): string[] {
  if (group !== 'all' && !(group in imageGroups))
    throw new Error(`there is no group '${group}'; groups: ${Object.keys(imageGroups).join(', ')}, all`);
  const categories: string[] = group === 'all' ? [] : imageGroups[group as ImageGroup];
  const chosen = contracts.filter(({ category }) => group === 'all' || categories.includes(category));
  const packages = chosen.flatMap(({ requires }) =>
    requires.flatMap(({ debian, recommends = [] }) => [debian ?? [], recommends].flat()),
  );
  return [...new Set(packages)].sort();
}
