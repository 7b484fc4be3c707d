import type { ToolContract } from '@rotamer/tools/contract.ts';
import MiniSearch from 'minisearch';
import type { TObject } from 'typebox';

/** Finds tools by the words of a query. Returns the ids of the matching tools, best first; all ids for an empty query. */
export type ToolSearch = (query: string) => string[];

type Searched = Pick<ToolContract, 'id' | 'name' | 'description' | 'category' | 'subcategory' | 'tags' | 'ports'>;

/** The parts of a contract that are searched, with their weights. Authors choose names and tags for readers who search. */
const WEIGHTS = { name: 4, tags: 4, id: 3, category: 2, description: 1, outputs: 1 };

/**
 * Returns the search over a catalogue, by BM25 (MiniSearch). It is the one search of the pages, the API, the command line and models. A
 * word also matches as the beginning of a longer word, and with one wrong letter of five. Tools that match all words come
 * before tools that match some.
 */
export function createToolSearch(contracts: readonly Searched[]): ToolSearch {
  const index = new MiniSearch({ fields: Object.keys(WEIGHTS), processTerm: stem });
  index.addAll(contracts.map(textsOf));
  const ids = contracts.map(({ id }) => id);
  const find = (query: string, combineWith: 'AND' | 'OR'): string[] =>
    index
      .search(query, { boost: WEIGHTS, combineWith, prefix: (term) => term.length > 2, fuzzy: fuzziness })
      .map(({ id }) => id);
  return (query) => (query.trim() === '' ? ids : [...new Set([...find(query, 'AND'), ...find(query, 'OR')])]);
}

/** Short words are codes, such as DNA and PDB, which one other letter makes another word. */
function fuzziness(term: string): number | false {
  return term.length > 4 ? 0.2 : false;
}

/** Returns the form in which a word is compared: lower case, singular, and as British and American English agree on. */
function stem(term: string): string | null {
  const word = term
    .toLowerCase()
    .replace(/is(e[sd]?|ing|ation)$/, 'iz$1')
    .replace(/ies$/, 'y')
    .replace(/([^su])s$/, '$1');
  return FILLERS.has(word) ? null : word;
}

/** Words that say nothing about a tool. */
const FILLERS = new Set(['a', 'an', 'and', 'by', 'for', 'from', 'in', 'of', 'the', 'to', 'two', 'with', 'my']);

function textsOf({ id, name, description, category, subcategory = '', tags, ports }: Searched) {
  const outputs = ports.flatMap(({ id: port, label, schema }) => [
    port,
    label,
    ...Object.keys((schema as TObject | undefined)?.properties ?? {}),
  ]);
  return {
    ...{ id, name, description, tags: tags.join(' \n '), category: `${category} ${subcategory}` },
    outputs: outputs.join(' ').replaceAll('_', ' '),
  };
}
