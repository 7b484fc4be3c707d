import type { PublicJob } from '@rotamer/api/schemas/job.ts';
import type { PublicResult } from '@rotamer/api/schemas/jobResult.ts';
import type { PublicTool } from '@rotamer/api/schemas/tool.ts';
import type { PersonalPage } from './accountPages.ts';
import type { Table } from './viewers/table/resultTables.ts';

/**
 * A page for readers whom the console does not know. The gateway decides who may see it and reads what it shows; the console renders
 * it. The gateway sends it to the console as JSON.
 */
export type PublicPage = PageContents & {
  /** The relative path from the page to the root of the service. */
  root: string;
};

/** What a page shows, wherever it is. */
export type PageContents =
  | WelcomePage
  | CataloguePage
  | ToolPage
  | SharedJobPage
  | SignInPage
  | PersonalPage
  | ErrorPage;

/** What the welcome page leads to. */
export interface WelcomePage {
  page: 'welcome';
  /** Number of tools. */
  tools: number;
  apiUrl: string;
  /** A finished job that everyone may see. */
  sample?: { id: string; name: string };
  guides: { name: string; title: string }[];
}

/** A tool in the catalogue. */
export type ListedTool = Pick<PublicTool, 'id' | 'name' | 'description' | 'category' | 'credit_model' | 'available'>;

/** All tools, or those that a search has found, best first. */
export interface CataloguePage {
  page: 'catalogue';
  tools: ListedTool[];
  /** What was searched for; empty for all tools. */
  search: string;
}

/** What one tool takes, gives and costs. */
export interface ToolPage {
  page: 'tool';
  tool: PublicTool;
  apiUrl: string;
}

/** A job as people outside its workspace see it: no workspace, people, credits or inputs. */
export interface SharedJobPage {
  page: 'job';
  job: Pick<PublicJob, 'id' | 'name' | 'status' | 'tool' | 'progress' | 'error'> &
    Pick<PublicJob, 'created_at' | 'completed_at' | 'execution_time_seconds'> & { tool_version: string };
  /** Undefined when its contract could not be read: ids are shown in place of labels. */
  tool?: PublicTool;
  /** The first rows of each output port. */
  tables: Table[];
  /** The first files and pictures of the result, and how many there are. */
  files: SharedFile[];
  fileCount: number;
  pictures: SharedFile[];
  pictureCount: number;
}

/** A file of the result, without its signed URL. */
export type SharedFile = Omit<PublicResult['files'][number], 'url'>;

/** The form that signs in with an API key, to see a job that is shared with anyone who signs in. */
export interface SignInPage {
  page: 'signIn';
  /** The address to which the form is sent. */
  action: string;
  token: string;
  /** The link to the page where people sign in without a key, if there is a way. */
  loginLink?: string;
  /** Why the previous form was refused. */
  notice?: string;
}

/** What went wrong. A job that is not shared and a job that does not exist get the same page. */
export interface ErrorPage {
  page: 'error';
  title: string;
  message: string;
}
