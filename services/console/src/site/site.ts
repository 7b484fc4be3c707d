import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

/** What every page of the console knows: who looks at it, in which workspace, and where links begin. */
export interface Site {
  /** The relative path from the page to the root of the service. */
  root: string;
  workspace: { id: string; name: string; role: string };
  /** Other workspaces of the person. */
  otherWorkspaces: { id: string; name: string }[];
  person: { id: string; email: string; name: string | null };
  /** Whether the person sees the operator page. */
  isOperator: boolean;
  /** Credits that jobs can still reserve; undefined when they could not be read. */
  credits: number | undefined;
  /** The token of the forms. */
  formToken: string;
  /** The page of the navigation on which the reader is. */
  section: Section;
}

/** The entries of the navigation. */
export type Section = 'home' | 'tools' | 'jobs' | 'workflows' | 'files' | 'projects' | 'usage' | 'settings' | 'none';

export const SiteContext = createContext<Site | undefined>(undefined);

/** @throws Error outside of a page */
export function useSite(): Site {
  const site = useContext(SiteContext);
  if (!site) throw new Error('a component of a page is rendered outside of a page');
  return site;
}

/** Returns the address of a page of the workspace: `pathTo(site, 'jobs')`. */
export function pathTo({ root, workspace }: { root: string; workspace: { id: string } }, path = ''): string {
  return `${root}w/${encodeURIComponent(workspace.id)}/${path}`;
}
