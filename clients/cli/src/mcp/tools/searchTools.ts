import type { ToolSummary } from '@rotamer/client';
import { z } from 'zod';
import { cut, pageOf } from '../answer.ts';
import { limit, offset } from '../limits.ts';
import { reading, tool } from '../tool.ts';

/** search_tools: the catalogue, best matches first. */
export const searchTools = tool({
  name: 'search_tools',
  title: 'Search the catalogue',
  description:
    'Finds tools for protein and molecule analysis by words in their names, categories, tags and descriptions; without a query it lists all. Then call show_tool.',
  input: z.strictObject({
    query: z.string().max(200).default('').describe('words, such as "pairwise alignment"'),
    offset,
    limit: limit(50).default(10),
  }),
  annotations: reading,
  async run({ client }, { query, offset, limit }) {
    const tools = await client().tools.list().take(1_000);
    const words = query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
    const ranked = tools
      .map((one) => ({ one, score: words.reduce((sum, word) => sum + scoreOf(one, word), 0) }))
      .filter(({ score }) => score > 0 || words.length === 0)
      .sort((a, b) => b.score - a.score);
    const shown = ranked.map(({ one: { id, name, category, description, credit_model } }) => ({
      id,
      name,
      category,
      description: cut(description, 500),
      is_free: credit_model.is_free,
    }));
    const { items, ...rest } = pageOf(shown, offset, limit);
    return { tools: items, ...rest };
  },
});

/** Scores a word by where it occurs; names and tags count most, because authors choose those words carefully. */
function scoreOf({ id, name, tags, category, description }: ToolSummary, word: string): number {
  const has = (text: string) => text.toLowerCase().includes(word);
  if (has(id) || has(name)) return 4;
  if (tags.some(has) || has(category)) return 2;
  return has(description) ? 1 : 0;
}
