import { credits as inCredits } from '../words/numbers.ts';
import { PersonMenu } from './PersonMenu.tsx';
import { pathTo, type Section, type Site } from './site.ts';

const entries: readonly { section: Section; name: string; path: string }[] = [
  { section: 'home', name: 'Home', path: '' },
  { section: 'tools', name: 'Tools', path: 'tools' },
  { section: 'jobs', name: 'Jobs', path: 'jobs' },
  { section: 'workflows', name: 'Workflows', path: 'workflows' },
  { section: 'files', name: 'Files', path: 'files' },
  { section: 'projects', name: 'Projects', path: 'projects' },
  { section: 'usage', name: 'Usage', path: 'usage' },
  { section: 'settings', name: 'Settings', path: 'settings' },
];

/** The brand, the navigation, the search and the menu of the person. */
export function Header({ root, site }: { root: string; site?: Site }) {
  return (
    <header class="top">
      <a class="name" href={site ? pathTo(site) : root}>
        Rotamer
      </a>
      {site ? <Navigation site={site} /> : <PublicNavigation root={root} />}
      {site && <Search site={site} />}
      {site?.credits !== undefined && <span class="balance">{inCredits(site.credits)}</span>}
      {site && <Bell site={site} />}
      {site && <PersonMenu site={site} />}
    </header>
  );
}

/** The way around for readers who are not known. */
function PublicNavigation({ root }: { root: string }) {
  return (
    <nav aria-label="Main">
      <ul class="entries">
        <li>
          <a href={`${root}tools`}>Tools</a>
        </li>
        <li>
          <a href={`${root}docs`}>API</a>
        </li>
        <li>
          <a href={`${root}w`}>Your workspace</a>
        </li>
      </ul>
    </nav>
  );
}

function Navigation({ site }: { site: Site }) {
  return (
    <nav aria-label="Main">
      <ul class="entries">
        {entries.map(({ section, name, path }) => (
          <li key={section}>
            <a href={pathTo(site, path)} aria-current={section === site.section ? 'page' : undefined}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Search({ site }: { site: Site }) {
  return (
    <search>
      <form class="find" action={pathTo(site, 'search')}>
        <input
          type="search"
          name="q"
          aria-label="Search jobs and runs"
          aria-keyshortcuts="/"
          placeholder="Search (/)"
          maxLength={100}
        />
      </form>
    </search>
  );
}

/** Leads to what waits for the reader. The script of the page shows the count. */
function Bell({ site }: { site: Site }) {
  return (
    <a class="bell" href={`${pathTo(site)}#waits`} aria-label="What waits for you" data-waits={pathTo(site, 'waits')}>
      <svg
        viewBox="0 0 24 24"
        width="20"
        height="20"
        aria-hidden="true"
        fill="none"
        stroke="currentColor"
        stroke-width="1.8"
      >
        <path d="M6 17V11a6 6 0 0 1 12 0v6l1.5 2h-15zM10 21h4" stroke-linejoin="round" stroke-linecap="round" />
      </svg>
      <span class="count" />
    </a>
  );
}
