export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

export type Fields = Readonly<Record<string, Json>>;

/** The request of an operation's sample, and how each client writes it. */
export interface Example {
  /** Values for path parameters other than ids, which readers replace with their own. */
  path?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string>>;
  body?: Fields;
  /** The text parts of a form whose file is `sequences.fasta`. */
  form?: Readonly<Record<string, string>>;
  /** The `Idempotency-Key` of the request. The clients create one themselves. */
  keyed?: string;
  /** The sample is not a single request, so it has no version for curl. */
  hasNoRequest?: true;
  /** Options of curl, followed by a space. */
  curl?: string;
  /** The arguments of `rotamer` on the command line; by default `api METHOD PATH`. */
  cli?: string;
  /**
   * The method of the TypeScript client, `projects.get`. The Python client has the same method in its own spelling. Ids of the path
   * are its first arguments, or are put where `()` is: `jobs.at().share`. Without it: `request(METHOD, PATH)`.
   */
  call?: string;
  /** The variable for the response or for an item of a list, and the fields to print; by default everything is printed. */
  shown?: { as: string; fields: readonly string[]; isList?: true };
  /** Keyword arguments in Python, if they differ from the fields of the body. */
  keywords?: Fields;
  /** Imports in TypeScript besides the client, by module. */
  uses?: Readonly<Record<string, readonly string[]>>;
  /** The TypeScript statements, if they are more than a call whose result is printed. */
  typescript?: string;
  python?: string;
}

/** An example with its request. */
export interface Described extends Example {
  /** HTTP method, in capitals. */
  method: string;
  /** Path with parameters in braces, relative to `/api/v1`. */
  template: string;
  /** Whether the operation needs no key. */
  isPublic?: boolean;
}

/** Returns the path with a placeholder for each id: `/jobs/JOB_ID/status`. */
export function pathOf({ template, path = {}, query = {} }: Described): string {
  const filled = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => path[name] ?? standIn(name));
  const search = new URLSearchParams(query).toString();
  return search ? `${filled}?${search}` : filled;
}

/** Returns the placeholders of ids in the path, in order. */
export function idsOf({ template, path = {} }: Described): string[] {
  return [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => path[name!] ?? standIn(name!));
}

/** Returns the placeholder that a reader replaces: `JOB_ID` for `jobId`. */
function standIn(parameter: string): string {
  return parameter.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
}
