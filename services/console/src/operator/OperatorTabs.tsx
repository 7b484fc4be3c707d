import { pathTo, useSite } from '../site/site.ts';

const tabs = { '': 'Overview', '/queue': 'Queue and runners', '/letters': 'Dead letters' } as const;

/** Leads to the pages for operators. */
export function OperatorTabs({ current }: { current: keyof typeof tabs }) {
  const own = pathTo(useSite(), 'operator');
  return (
    <nav aria-label="Operator" class="tabs">
      <ul>
        {Object.entries(tabs).map(([path, name]) => (
          <li key={path}>
            <a href={own + path} aria-current={path === current ? 'page' : undefined}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
