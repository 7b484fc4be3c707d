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
    query: z.string().max(100).default('').describe('words, such as "pairwise alignment"'),
    offset,
    limit: limit(50).default(10),
  }),
  annotations: reading,
  async run({ client }, { query, offset, limit }) {
    const found = await client()
      .tools.list(query.trim() === '' ? {} : { search: query })
      .take(1_000);
    const shown = found.map(({ id, name, category, description, credit_model }) => ({
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
