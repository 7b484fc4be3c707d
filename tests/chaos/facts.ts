import { enumName } from '@rotamer/kit/enumWord.ts';
import { JobEvent } from '@rotamer/proto/jobs/v1/job.ts';
import pg from 'pg';

/** The contents of the databases after a chaos run. Amounts are in millicredits. */
export interface Facts {
  jobs: JobFact[];
  submissions: { jobId: string }[];
  /** `jobId` is null when the submission was abandoned. */
  holdOwners: { holdId: string; jobId: string | null }[];
  holds: { id: string; workspaceId: string; amount: number; state: string; charged: number }[];
  accounts: { workspaceId: string; posted: number; held: number; granted: number; spent: number }[];
  /** In the order of the bus. */
  events: { jobId: string; version: number; status: string }[];
}

export interface JobFact {
  id: string;
  name: string;
  workspaceId: string;
  status: string;
  version: number;
  attempt: number;
  failures: number;
  holdId: string | null;
  reserved: number;
  charge: number | null;
  final: number | null;
  finalized: boolean;
  outcome: string | null;
}

/** The values of all job events, in the order of the bus. */
export type ReadEvents = () => Promise<Uint8Array[]>;

/** Which facts are read. */
export interface Choice {
  /** The workspaces whose facts are read. All by default. */
  of?: ReadonlySet<string>;
  /** Reads the bus when the bus is not PostgreSQL. */
  readEvents?: ReadEvents;
}

/** Reads all facts. Services must be stopped or idle. `url` returns the URL of a database of the stack. */
export async function readFacts(url: (database: string) => string, { of, readEvents }: Choice = {}): Promise<Facts> {
  const isChosen = ({ workspaceId }: { workspaceId: string }) => !of || of.has(workspaceId);
  const [jobs, submissions, holdOwners] = await query(url('rotamer_jobs'), [
    `select id, name, workspace_id as "workspaceId", status, version::int, attempt, failures, hold_id as "holdId",
       reserved_millicredits::int as reserved, charge_millicredits::int as charge, final_millicredits::int as final,
       finalized_at is not null as finalized, outcome
     from jobs order by id`,
    `select job_id as "jobId" from submissions`,
    `select hold_id as "holdId", job_id as "jobId" from hold_owners`,
  ]);
  const [holds, accounts] = await query(url('rotamer_billing'), [
    `select id, workspace_id as "workspaceId", millicredits::int as amount, state, charged_millicredits::int as charged from holds`,
    `select workspace_id as "workspaceId", posted_millicredits::float8 as posted, held_millicredits::float8 as held,
       granted_millicredits::float8 as granted, spent_millicredits::float8 as spent from accounts`,
  ]);
  const values = await (readEvents?.() ?? eventsInPostgres(url('rotamer_bus')));
  const events = values.map((value) => JobEvent.decode(value).job!);
  return {
    jobs: jobs.filter(isChosen),
    submissions,
    holdOwners,
    holds: holds.filter(isChosen),
    accounts: accounts.filter(isChosen),
    events: events.filter(isChosen).map(({ id, version, status }) => {
      return { jobId: id, version, status: enumName('JOB_STATUS', status) };
    }),
  } as Facts;
}

async function eventsInPostgres(url: string): Promise<Uint8Array[]> {
  const [events] = await query(url, [`select value from events where topic = 'jobs.events.v1' order by id`]);
  return events.map(({ value }: { value: Buffer }) => value);
}

/** Returns the number of jobs that are active or not settled, plus the number of open holds. */
export async function readUnfinished(url: (database: string) => string, { of }: Choice = {}): Promise<number> {
  const [jobs] = await query(url('rotamer_jobs'), [
    'select workspace_id as id from jobs where completed_at is null or finalized_at is null',
  ]);
  const [holds] = await query(url('rotamer_billing'), [`select workspace_id as id from holds where state = 'open'`]);
  return [...jobs, ...holds].filter(({ id }) => !of || of.has(id)).length;
}

/** Returns the rows of each statement. */
// biome-ignore lint/suspicious/noExplicitAny: rows get their types where they are named
export async function query(url: string, statements: string[]): Promise<any[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const results = [];
    for (const statement of statements) results.push((await client.query(statement)).rows);
    return results;
  } finally {
    await client.end();
  }
}
