import type { ToolSummary } from '@rotamer/client';
import { Prose } from '../site/Prose.tsx';

/** A tool, with what only the public catalogue says of it. */
type ShownTool = Pick<ToolSummary, 'id' | 'name' | 'description' | 'category'> & {
  price: string;
  available?: boolean;
};

interface ToolsPageProps {
  tools: ShownTool[];
  query: string;
  /** The address of the page; those of the tools are below it. */
  path: string;
}

/** The tools by category, or those that a search finds, best first. */
export function ToolsPage({ tools, query, path }: ToolsPageProps) {
  const groups = query ? new Map([[`Best matches for “${query}”`, tools]]) : byCategory(tools);
  return (
    <>
      <h1>Tools</h1>
      <search>
        <form class="find-tool" action={path}>
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
          No tool matches these words. <a href={path}>Show all tools</a>
        </p>
      )}
      {[...groups].map(([title, found]) =>
        found.length > 0 ? <Group key={title} title={title} tools={found} path={path} /> : null,
      )}
    </>
  );
}

function Group({ title, tools, path }: Omit<ToolsPageProps, 'query'> & { title: string }) {
  return (
    <section>
      <h2>{title}</h2>
      <ul class="cards">
        {tools.map(({ id, name, description, price, available }) => (
          <li key={id}>
            <a href={`${path}/${id}`}>{name}</a>
            <span>
              <Prose text={description} />
            </span>
            {price && <small>{price}</small>}
            {available === false && <small>No runner offers it now.</small>}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Returns the tools by category, both in alphabetical order. */
function byCategory(tools: readonly ShownTool[]): Map<string, ShownTool[]> {
  const sorted = [...tools].sort((a, b) => a.category.localeCompare(b.category) || a.name.localeCompare(b.name));
  return Map.groupBy(sorted, ({ category }) => category);
}
