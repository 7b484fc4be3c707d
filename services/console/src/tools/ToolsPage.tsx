import type { ToolSummary } from '@rotamer/client';
import { pathTo, useSite } from '../site/site.ts';

/** The tools by category, or those that a search finds, best first. */
export function ToolsPage({ tools, query }: { tools: ToolSummary[]; query: string }) {
  const site = useSite();
  const groups = query ? new Map([[`Best matches for “${query}”`, tools]]) : byCategory(tools);
  return (
    <>
      <h1>Tools</h1>
      <search>
        <form class="find-tool" action={pathTo(site, 'tools')}>
          <input
            type="search"
            name="q"
            value={query}
            aria-label="What do you want to do?"
            placeholder="isoelectric point, align two proteins, …"
            maxLength={100}
          />
          <button type="submit">Find</button>
        </form>
      </search>
      {tools.length === 0 && (
        <p>
          No tool matches these words. <a href={pathTo(site, 'tools')}>Show all tools</a>
        </p>
      )}
      {[...groups].map(([title, found]) =>
        found.length > 0 ? <Group key={title} title={title} tools={found} /> : null,
      )}
    </>
  );
}

function Group({ title, tools }: { title: string; tools: ToolSummary[] }) {
  const site = useSite();
  return (
    <section>
      <h2>{title}</h2>
      <ul class="cards">
        {tools.map(({ id, name, description, credit_model: { is_free } }) => (
          <li key={id}>
            <a href={pathTo(site, `tools/${id}`)}>{name}</a>
            <span>{description}</span>
            {is_free && <small>free</small>}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Returns the tools by category, both in alphabetical order. */
function byCategory(tools: readonly ToolSummary[]): Map<string, ToolSummary[]> {
  const sorted = [...tools].sort((a, b) => a.category.localeCompare(b.category) || a.name.localeCompare(b.name));
  return Map.groupBy(sorted, ({ category }) => category);
}
