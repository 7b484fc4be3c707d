import type { ToolContract } from '@rotamer/tools/contract.ts';
import { priceOf } from './toolView.ts';

export interface ListedTool {
  contract: ToolContract;
  available: boolean;
}

/** The tools under one heading of the page of the catalogue. */
export interface ToolGroup {
  title: string;
  tools: { id: string; name: string; description: string; price: string; available: boolean }[];
}

/** Groups all tools by category, both in alphabetical order. */
export function toolGroups(tools: readonly ListedTool[]): ToolGroup[] {
  const sorted = [...tools].sort((a, b) => a.contract.name.localeCompare(b.contract.name, 'en'));
  const categories = [...new Set(sorted.map(({ contract }) => contract.category))].sort();
  return categories.map((title) => ({
    title,
    tools: sorted.filter(({ contract }) => contract.category === title).map(listed),
  }));
}

/** Returns the tools that a search has found, best first, under one heading; no heading when there are none. */
export function foundTools(tools: readonly ListedTool[], ids: readonly string[]): ToolGroup[] {
  const found = ids.flatMap((id) => tools.find(({ contract }) => contract.id === id) ?? []);
  return found.length === 0 ? [] : [{ title: 'Best matches first', tools: found.map(listed) }];
}

function listed({ contract: { id, name, description, credit }, available }: ListedTool): ToolGroup['tools'][number] {
  return { id, name, description, price: priceOf(credit), available };
}
