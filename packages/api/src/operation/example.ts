export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

export type Fields = Readonly<Record<string, Json>>;

/** What a sample of an operation sends, and how the clients say it. */
export interface Example {
  /** Of parameters of the path that are no id of the reader's own. */
  path?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string>>;
  body?: Fields;
  /** The text parts of a form whose file is `sequences.fasta`. */
  form?: Readonly<Record<string, string>>;
  /** Sent with an `Idempotency-Key`; the clients make one by themselves. */
  keyed?: string;
  /** It is no single request: there is none for curl. */
  hasNoRequest?: true;
  /** Options of curl, with a space after them. */
  curl?: string;
  /** What comes after `rotamer` on the command line; without it `api METHOD PATH`. */
  cli?: string;
  /**
   * The method of the TypeScript client, `projects.get`; the Python one has the same in its own spelling. Ids of the path come
   * first among its arguments, or where `()` stands: `jobs.at().share`. Without it `request(METHOD, PATH)`.
   */
  call?: string;
  /** What a variable for the answer, or for an item of a list, is called, and which of its fields are printed; else all is. */
  shown?: { as: string; fields: readonly string[]; isList?: true };
  /** Keyword arguments in Python, where they are not the fields of the body. */
  keywords?: Fields;
  /** What TypeScript imports, by module, where it is more than the client. */
  uses?: Readonly<Record<string, readonly string[]>>;
  /** Statements, where they are more than a call whose answer is printed. */
  typescript?: string;
  python?: string;
}

/** An example, and the request that it is of. */
export interface Described extends Example {
  /** In capitals. */
  method: string;
  /** With parameters in braces, relative to `/api/v1`. */
  template: string;
  /** It needs no key. */
  isPublic?: boolean;
}

/** The path with what stands for each id: `/jobs/JOB_ID/status`. */
export function pathOf({ template, path = {}, query = {} }: Described): string {
  const filled = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => path[name] ?? standIn(name));
  const search = new URLSearchParams(query).toString();
  return search ? `${filled}?${search}` : filled;
}

/** The ids in its path, in their order. */
export function idsOf({ template, path = {} }: Described): string[] {
  return [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => path[name!] ?? standIn(name!));
}

/** What a reader replaces: `JOB_ID` for `jobId`. */
function standIn(parameter: string): string {
  return parameter.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
}
