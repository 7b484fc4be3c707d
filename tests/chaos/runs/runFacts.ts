import { query } from '../facts.ts';

/** What the databases say about runs after a chaos run. Amounts are in millicredits. */
export interface RunFacts {
  runs: { id: string; workspaceId: string; name: string }[];
  attempts: { id: string; runId: string; number: number; status: string; budgetId: string | null }[];
  children: ChildFact[];
  decisions: { attemptId: string; digest: string; candidates: string; approved: string[] }[];
  /** The jobs that belong to runs. */
  jobs: { id: string; parentRef: string; final: number | null }[];
  budgets: { id: string; posted: number; held: number }[];
}

export interface ChildFact {
  attemptId: string;
  nodeId: string;
  n: number;
  state: string;
  itemId: string | null;
  jobId: string | null;
  final: number | null;
}

/** Reads all facts. Services must be stopped or idle. `url` returns the URL of a database of the stack. */
export async function readRunFacts(url: (database: string) => string): Promise<RunFacts> {
  const [runs, attempts, children, decisions] = await query(url('rotamer_workflows'), [
    'select id, workspace_id as "workspaceId", name from runs',
    'select id, run_id as "runId", number, status, budget_id as "budgetId" from attempts order by run_id, number',
    `select attempt_id as "attemptId", node_id as "nodeId", n, state, item_id as "itemId", job_id as "jobId",
       final_millicredits::int as final
     from children order by attempt_id, node_id, n`,
    `select d.attempt_id as "attemptId", d.candidate_digest as digest, n.candidate_digest as candidates, d.approved
     from decisions d join nodes n on n.attempt_id = d.attempt_id and n.id = d.node_id`,
  ]);
  const [jobs] = await query(url('rotamer_jobs'), [
    `select id, parent_ref as "parentRef", final_millicredits::int as final from jobs where parent_ref is not null`,
  ]);
  const [budgets] = await query(url('rotamer_billing'), [
    'select id, posted_millicredits::int as posted, held_millicredits::int as held from budgets',
  ]);
  return { runs, attempts, children, decisions, jobs, budgets };
}

/** Returns the number of active attempts, plus the children that are active or whose final amount is not known. */
export async function readUnfinishedRuns(url: (database: string) => string): Promise<number> {
  const [[left]] = await query(url('rotamer_workflows'), [
    `select (select count(*) from attempts where status in ('QUEUED', 'RUNNING', 'PAUSED'))::int
       + (select count(*) from children where state in ('LAUNCHING', 'ACTIVE', 'ENDED')
            or (job_id is not null and final_millicredits is null))::int as n`,
  ]);
  return left.n;
}
