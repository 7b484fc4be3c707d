import type { Job, JobBilling, ShownBilling, ShownJob } from './job.ts';

type Manifest = NonNullable<Job['manifest']>;

/** How the column of a field is used. */
interface Use {
  /**
   * Read for a ShownJob too. The other columns are a third of a row, and most reads are polls, which do not need them.
   */
  shown: boolean;
  /** Written by saveJobs. Other columns never change, or belong to the lease (claimJobs.ts, leaseStore.ts). */
  saved: boolean;
}

type Uses<Whole, Shown> = {
  [Field in keyof Required<Whole>]: Field extends keyof Shown ? Use & { shown: true } : Use & { shown: false };
};

const shown = { shown: true, saved: false } as const;
const shownSaved = { shown: true, saved: true } as const;
const hidden = { shown: false, saved: false } as const;
const hiddenSaved = { shown: false, saved: true } as const;

/*
 * Every field of a job that is a column of `jobs`. The lists of columns that are selected, read, saved and accepted are
 * made from this table, and the compiler requires an entry for each field. The column's name is the field's name in
 * snake case.
 */

const jobFields: Uses<Omit<Job, 'manifest' | 'billing'>, ShownJob> = {
  id: shown,
  workspaceId: shown,
  projectId: shown,
  projectSeq: shown,
  status: shownSaved,
  version: shownSaved,
  tool: shown,
  toolVersion: shown,
  dataset: shown,
  datasetSha256: shown,
  name: shownSaved,
  createdBy: shown,
  keyId: shown,
  parentRef: shown,
  runId: shown,
  rerunOf: shown,
  labels: shownSaved,
  startedAt: shownSaved,
  completedAt: shownSaved,
  progress: shownSaved,
  runtimeMs: shownSaved,
  error: shownSaved,
  wallLimitMs: hidden,
  attempt: hiddenSaved,
  failures: hiddenSaved,
  nextAttemptAt: hiddenSaved,
  statusSince: hiddenSaved,
  runnerId: hidden,
  claimedAt: hidden,
  endedAttempts: hiddenSaved,
  cancelAt: hidden,
  stoppingAt: hiddenSaved,
  traceparent: hidden,
};

const manifestFields: Uses<Manifest, Manifest> = { key: shownSaved, sha256: shownSaved, size: shownSaved };

const billingFields: Uses<JobBilling, ShownBilling> = {
  mode: shown,
  reservedMillicredits: shownSaved,
  rateMillicreditsPerMinute: shown,
  billableRuntimeMs: shownSaved,
  finalMillicredits: shownSaved,
  outcome: shownSaved,
  finalizedAt: shownSaved,
  holdId: hidden,
  firstReservedMillicredits: hidden,
  capMillicredits: hidden,
  chargeMillicredits: hiddenSaved,
};

interface Column extends Use {
  field: string;
  name: string;
}

interface Columns {
  job: Column[];
  manifest: Column[];
  billing: Column[];
}

const ALL: Columns = {
  job: columnsOf(jobFields),
  manifest: columnsOf(manifestFields, 'manifest_'),
  billing: columnsOf(billingFields),
};

const SHOWN: Columns = {
  job: ALL.job.filter((column) => column.shown),
  manifest: ALL.manifest,
  billing: ALL.billing.filter((column) => column.shown),
};

/** The columns of a ShownJob, for `select`. */
export const SHOWN_COLUMNS = namesOf(SHOWN).join(', ');

/** The columns of a Job, for `select`. */
export const JOB_COLUMNS = namesOf(ALL).join(', ');

/** The columns that a change of a job writes. */
export const SAVED_COLUMNS = [...ALL.job, ...ALL.manifest, ...ALL.billing].flatMap(({ name, saved }) =>
  saved ? name : [],
);

type Row = Record<string, unknown>;

/** Converts a row of SHOWN_COLUMNS to a job; null becomes undefined. */
export function toShownJob(row: Row): ShownJob {
  return read(row, SHOWN) as unknown as ShownJob;
}

/** Converts a row of JOB_COLUMNS to a job; null becomes undefined. */
export function toJob(row: Row): Job {
  return read(row, ALL) as unknown as Job;
}

/** Converts a job to a row with every column of JOB_COLUMNS and `finalized_at`; undefined stands for null. */
export function toRow(job: Job): Row {
  return {
    ...write(job, ALL.job),
    ...write(job.manifest, ALL.manifest),
    ...write(job.billing, ALL.billing),
    // A job without a hold is final as soon as it ends.
    finalized_at: job.billing ? job.billing.finalizedAt : job.completedAt,
  };
}

function read(row: Row, { job, manifest, billing }: Columns): Row {
  return {
    ...readPart(row, job),
    manifest: row.manifest_key === null ? undefined : readPart(row, manifest),
    billing: row.mode === null ? undefined : readPart(row, billing),
  };
}

function readPart(row: Row, columns: Column[]): Row {
  const part: Row = {};
  for (const { field, name } of columns) part[field] = row[name] ?? undefined;
  return part;
}

function write(part: object | undefined, columns: Column[]): Row {
  const row: Row = {};
  for (const { field, name } of columns) row[name] = (part as Row | undefined)?.[field];
  return row;
}

function columnsOf(fields: Record<string, Use>, prefix = ''): Column[] {
  return Object.entries(fields).map(([field, use]) => ({
    field,
    name: prefix + field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    ...use,
  }));
}

function namesOf({ job, manifest, billing }: Columns): string[] {
  return [...job, ...manifest, ...billing].map(({ name }) => name);
}
