import type { ToolContract } from '@rotamer/tools/contract.ts';
import { priceOf } from './toolView.ts';

export interface ListedTool {
  contract: ToolContract;
  available: boolean;
}

/** The tools of a category, for the page of the catalogue. */
export interface ToolGroup {
  category: string;
  tools: { id: string; name: string; description: string; price: string; available: boolean; words: string }[];
}

/** Groups tools by category, both in alphabetical order. With a search: only the tools that match all its words. */
export function toolGroups(tools: readonly ListedTool[], search: string): ToolGroup[] {
  const wanted = search.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = tools
    .map(({ contract, available }) => ({ contract, available, words: wordsOf(contract) }))
    .filter(({ words }) => wanted.every((word) => words.includes(word)))
    .sort((a, b) => a.contract.name.localeCompare(b.contract.name, 'en'));
  const categories = [...new Set(shown.map(({ contract }) => contract.category))].sort();
  return categories.map((category) => ({
    category,
    tools: shown
      .filter(({ contract }) => contract.category === category)
      .map(({ contract: { id, name, description, credit }, available, words }) => {
        return { id, name, description, price: priceOf(credit), available, words };
      }),
  }));
}

/** Returns the text that a search looks at. */
function wordsOf({ id, name, description, category, subcategory = '', tags }: ToolContract): string {
  return [id, name, description, category, subcategory, ...tags].join(' ').toLowerCase();
}
