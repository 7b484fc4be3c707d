import { join } from 'node:path';
import { Eta } from 'eta';
import { guides } from '../docs/guides.ts';
import type { ToolGroup } from './toolGroups.ts';
import type { ToolView } from './toolView.ts';

/** Every value in a template is escaped unless it is itself a template. The layout is that of shared pages. */
/** A finished job that everyone may see. */
export interface SampleJob {
  id: string;
  name: string;
}

const eta = new Eta({ views: join(import.meta.dirname, '..'), cache: true, autoEscape: true });

/** What the welcome page leads to. `root`, here and below: the relative path from the page to the root of the service. */
export interface Welcome {
  root: string;
  /** Number of tools. */
  tools: number;
  apiUrl: string;
  sample?: SampleJob;
  /** Whether people have pages of their own, the console. */
  hasConsole: boolean;
}

/** The welcome page. */
export function welcomePage(welcome: Welcome): string {
  return eta.render('./cataloguePages/templates/welcome', { ...welcome, guides });
}

/** The catalogue, or the tools that a search has found. */
export function toolsPage(root: string, groups: ToolGroup[], search: string): string {
  return eta.render('./cataloguePages/templates/tools', { root, groups, search });
}

/** One tool. */
export function toolPage(root: string, view: ToolView): string {
  return eta.render('./cataloguePages/templates/tool', { root, ...view });
}
