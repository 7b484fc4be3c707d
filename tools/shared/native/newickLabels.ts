import { type Program, ToolError } from '../../contract.ts';
import { newickLabel } from '../newickLabel.ts';
import { indexOfSafeId, restoreNames } from './safeIds.ts';

/**
 * Returns a program's tree on one line, with the users' names, quoted where Newick requires it.
 *
 * @throws ToolError unless every sequence is exactly one leaf.
 */
export function newickLabels({ command }: Program, tree: string, names: string[]): string {
  const text = tree.replace(/[\r\n]/g, '').trim();
  const leaves = (text.match(/\bs\d{6,7}\b/g) ?? []).map((id) => indexOfSafeId(id)!);
  const isWhole = new Set(leaves).size === names.length && leaves.length === names.length;
  if (!isWhole || !text.endsWith(';') || leaves.some((leaf) => names[leaf] === undefined))
    throw new ToolError(`${command} gave no usable tree: ${leaves.length} leaves for ${names.length} sequences`);
  return `${restoreNames(text, (index) => newickLabel(names[index]!))}\n`;
}
