import type { Tools } from '../definition/catalogue.ts';
import { type Graph, LINES, linesGraph, toGraph } from '../definition/graph.ts';
import type { Definition } from '../definition/schema.ts';
import {
  type AttemptEvent,
  type AttemptState,
  type Command,
  type CreditReason,
  counts,
  isFinal,
  isFinished,
  launching,
  newNode,
} from '../engine/attempt.ts';
import { type ChildState, type ChildUpdate, moveChild } from '../engine/child.ts';
import { decideAttempt } from '../engine/decideAttempt.ts';

/** The outcome of a child. Fixed for each child, so that runs differ only in their schedule. */
export type Fate = 'done' | 'failed' | 'refused';

/** The parameters of a simulated run. */
export interface Plan {
  /** Without it the plan is of a batch. */
  definition?: Definition;
  /** Number of lines of a batch. */
  lines?: number;
  /** Enough results of a batch may match at any time. */
  enough?: boolean;
  /** Number of items of an input node. */
  items: number;
  fateOf(nodeId: string, n: number): Fate;
  /** Number of jobs of the workspace that may be active. */
  concurrency: number;
  /** Number of jobs after which credits are refused, until funds or a higher cap come; undefined: never. */
  creditsRunOutAfter?: { jobs: number; reason: CreditReason };
  /** The step at which the run is cancelled; undefined: never. */
  cancelAt?: number;
  /** Jobs or billing are unavailable at the cancel, so the loop that stops children does the work. */
  cancelUnanswered?: boolean;
  /** Events without counts may be repeated at any later time. */
  echoes?: boolean;
}

/** The charge of a job by its outcome. */
const CHARGES = { done: 3, failed: 1, refused: 0, cancelled: 2 };

/** Events without counts. Events with counts come with a row's move, which happens once. */
const REPEATABLE: ReadonlySet<AttemptEvent['type']> = new Set([
  'start',
  'evaluated',
  'candidatesReady',
  'refusedForCredits',
  'decided',
  'fundsAvailable',
] as const);

interface Row {
  nodeId: string;
  n: number;
  state: ChildState;
  /** Whether jobs may have the child. */
  submitted: boolean;
  /** Number of submissions on their way to jobs. */
  inFlight: number;
  /** Whether the child is counted as active. */
  accepted: boolean;
  stop: boolean;
  /** The charge that the row has of its job; undefined: the charge is not final. */
  charge?: number;
}

/** A job as the jobs service keeps it: one for each parent_ref, for ever. */
interface Job {
  row: Row;
  /** Whether a runner has claimed the job. */
  begun: boolean;
  ended?: Fate | 'cancelled';
  charge: number;
}

type Answer = 'accepted' | 'later' | { event: AttemptEvent; changes?: ChildUpdate };

const tool = {
  contract: {
    id: 't',
    slots: [
      { id: 'in', min: 1, max: 100 },
      { id: 'more', min: 0, max: 100 },
    ],
    ports: [{ id: 'out' }],
  },
  available: true,
};
export const modelTools = new Map([['t', tool]]) as unknown as Tools;

const now = new Date('2026-03-01T12:00:00.000Z');

/**
 * Simulates a run: the rows of this service, and the jobs service. `act` applies one possible step, selected by `pick`. Each
 * step leaves the rows as a transaction would, or as a crash in the middle of it would.
 */
export function createWorld(plan: Plan) {
  const graph: Graph = plan.definition ? toGraph(plan.definition, modelTools) : linesGraph;
  const nodes = Object.fromEntries([...graph.nodes.keys()].map((id) => [id, { ...newNode, total: plan.lines ?? 0 }]));
  let attempt: AttemptState = { status: 'QUEUED', nodes };
  const rows = new Map<string, Row>();
  const jobs = new Map<string, Job>();
  /** Submissions that never get a job. */
  const withdrawn = new Set<string>();
  let credits = plan.creditsRunOutAfter?.jobs ?? Number.POSITIVE_INFINITY;
  let steps = 0;
  /** Responses of jobs on their way. */
  const answers: (() => void)[] = [];
  /** The total of all charges when the cancel was answered. */
  let answered: number | undefined;
  /** Whether the loop that stops children has work. */
  let stopWoken = false;
  const told: AttemptEvent[] = [];

  function tell(event: AttemptEvent): void {
    const before = attempt;
    if (REPEATABLE.has(event.type)) told.push(event);
    const decision = decideAttempt(graph, before, event, now);
    attempt = decision.attempt;
    for (const command of decision.commands) applyCommand(command, before);
    if (attempt.settling && isSettled()) tell({ type: 'settled' });
  }

  function applyCommand(command: Command, before: AttemptState): void {
    if (command.type === 'launch') {
      if (before.status === 'PAUSED' && attempt.status === 'PAUSED') throw new Error('launched while paused');
      for (let n = command.from; n < command.to; n++) {
        const ref = `${command.nodeId}/${n}`;
        if (rows.has(ref)) throw new Error(`${ref} was launched twice`);
        const fresh = {
          state: 'LAUNCHING' as const,
          submitted: false,
          inFlight: 0,
          accepted: false,
          stop: false,
        };
        rows.set(ref, { nodeId: command.nodeId, n, ...fresh });
      }
    }
    if (command.type !== 'stopChildren' && command.type !== 'stopLaunching') return;
    const all = command.type === 'stopChildren';
    for (const row of rowsOf(command.nodeId)) if (all || row.state === 'LAUNCHING') row.stop = true;
    stopWoken = true;
  }

  const rowsOf = (nodeId: string) => [...rows.values()].filter((row) => row.nodeId === nodeId);
  const refOf = ({ nodeId, n }: Row) => `${nodeId}/${n}`;
  const jobOf = (row: Row) => jobs.get(refOf(row));
  const isActive = ({ ended }: Job) => ended === undefined;

  function move(row: Row, changes: ChildUpdate): boolean {
    const state = moveChild(row.state, changes);
    if (!state) return false;
    row.state = state;
    return true;
  }

  function accept(row: Row): void {
    if (!move(row, 'accepted')) return;
    row.accepted = true;
    tell({ type: 'accepted', nodeId: row.nodeId, count: 1 });
  }

  /** Sends a submission to jobs, where it may arrive at any later time. */
  function send(row: Row): void {
    row.submitted = true;
    row.inFlight++;
  }

  /** Lets jobs decide about a submission. The response is on its way for any time, or lost in a crash. */
  function arrive(row: Row, crash: boolean): void {
    row.inFlight--;
    const answer = decide(row);
    if (answer === 'accepted' && !jobOf(row)) {
      credits--;
      jobs.set(refOf(row), { row, begun: false, charge: 0 });
    }
    if (!crash) answers.push(() => hear(row, answer));
  }

  function hear(row: Row, answer: Answer): void {
    if (answer === 'accepted') accept(row);
    else if (answer !== 'later' && (!answer.changes || move(row, answer.changes))) tell(answer.event);
  }

  /** Returns whether jobs accepts a child, or why not. A refusal proves that jobs does not have the child. */
  function decide(row: Row): Answer {
    const { nodeId, n } = row;
    if (jobOf(row)) return 'accepted';
    if (withdrawn.has(refOf(row))) return { event: { type: 'dropped', nodeId, count: 1 }, changes: 'dropped' };
    const ended = { ok: false, accepted: false, outputs: {}, error: 'refused' };
    if (plan.fateOf(nodeId, n) === 'refused')
      return { event: { type: 'ended', nodeId, ended: [ended] }, changes: 'refused' };
    const isFull = [...jobs.values()].filter(isActive).length >= plan.concurrency;
    if (isFull) return 'later';
    if (credits > 0) return 'accepted';
    return { event: { type: 'refusedForCredits', nodeId, reason: plan.creditsRunOutAfter!.reason } };
  }

  /** Stops an unwanted child: its job ends, or it never gets a job. */
  function stopChild(row: Row): void {
    const job = jobOf(row);
    if (job && isActive(job)) end(job, 'cancelled');
    if (job) {
      move(row, 'terminal');
      row.charge = job.charge;
    } else {
      if (row.submitted) withdrawn.add(refOf(row));
      if (move(row, 'dropped')) tell({ type: 'dropped', nodeId: row.nodeId, count: 1 });
    }
  }

  function end(job: Job, how: Fate | 'cancelled'): void {
    job.ended = how;
    job.charge = CHARGES[how];
  }

  /** Cancels the run. Afterwards no job of the run begins, unless the call could not reach jobs. */
  function cancel(): void {
    tell({ type: 'cancel' });
    if (plan.cancelUnanswered || attempt.status !== 'CANCELLED') return;
    for (const row of rows.values()) if (row.stop && ['LAUNCHING', 'ACTIVE'].includes(row.state)) stopChild(row);
    answered = charges()[0];
  }

  function collect(row: Row): void {
    const ok = jobOf(row)!.ended === 'done';
    const outputs = ok ? { out: 1 + (row.n % 2) } : undefined;
    if (!move(row, ok ? 'collected' : 'collectedFailure')) return;
    const ended = { ok, accepted: row.accepted, outputs: outputs ?? {}, error: ok ? undefined : 'failed' };
    tell({ type: 'ended', nodeId: row.nodeId, ended: [ended] });
  }

  function evaluate(nodeId: string): void {
    const { node, incoming } = graph.nodes.get(nodeId)!;
    const count = (source: string, port: string) => attempt.nodes[source]!.outputs[port] ?? 0;
    const arrived = incoming.reduce((sum, { source, port }) => sum + count(source, port), 0);
    const { decided } = attempt.nodes[nodeId]!;
    if (node.type === 'input') tell({ type: 'evaluated', nodeId, outputs: { items: plan.items } });
    else if (node.type === 'curation' && !decided) tell({ type: 'candidatesReady', nodeId, candidates: arrived });
    else if (node.type === 'branch') {
      const taken = arrived > 2 ? 'many' : 'otherwise';
      tell({ type: 'evaluated', nodeId, outputs: { [taken]: arrived }, taken });
    } else tell({ type: 'evaluated', nodeId, outputs: { items: node.type === 'filter' ? arrived >> 1 : arrived } });
  }

  /** Returns everything that could happen next. */
  function possible(): (() => void)[] {
    const all = [...rows.values()];
    const launchingRows = all.filter(({ state }) => state === 'LAUNCHING');
    const running = attempt.status === 'RUNNING' ? launchingRows.filter(({ stop }) => !stop) : [];
    const stopped = all.filter(({ state, stop }) => stop && ['LAUNCHING', 'ACTIVE'].includes(state));
    const { pause } = attempt;
    return [
      ...(attempt.status === 'QUEUED' ? [() => tell({ type: 'start' })] : []),
      ...[...graph.nodes.keys()]
        .filter((id) => attempt.nodes[id]!.status === 'EVALUATING' && !isFinal(attempt.status))
        .map((id) => () => evaluate(id)),
      ...running.filter(({ inFlight }) => inFlight < 2).map((row) => () => send(row)),
      ...all
        .filter(({ inFlight }) => inFlight > 0)
        .flatMap((row) => [() => arrive(row, false), () => arrive(row, true)]),
      ...answers.map((answer) => () => {
        answers.splice(answers.indexOf(answer), 1);
        answer();
      }),
      ...(stopWoken
        ? [
            () => {
              stopWoken = false;
              for (const row of stopped) stopChild(row);
            },
          ]
        : []),
      ...[...jobs.values()].filter(isActive).map((job) => () => {
        if (job.begun) return end(job, plan.fateOf(job.row.nodeId, job.row.n));
        if (answered !== undefined) throw new Error(`${refOf(job.row)} begins after the cancel was answered`);
        job.begun = true;
      }),
      // The event of an ended job may arrive at any time, any number of times.
      ...[...jobs.values()]
        .filter(({ ended, row }) => ended && ['LAUNCHING', 'ACTIVE'].includes(row.state))
        .map(
          ({ row }) =>
            () =>
              move(row, 'terminal'),
        ),
      // Billing may be slow: the charge of a job becomes final at any time after its end.
      ...[...jobs.values()]
        .filter(({ ended, row }) => ended && row.charge === undefined)
        .map((job) => () => {
          job.row.charge = job.charge;
        }),
      ...(plan.enough && !isFinal(attempt.status) && attempt.nodes[LINES]!.done > 0
        ? [() => tell({ type: 'enough', nodeId: LINES })]
        : []),
      ...(attempt.settling && isSettled() ? [() => tell({ type: 'settled' })] : []),
      ...all.filter(({ state }) => state === 'ENDED').map((row) => () => collect(row)),
      ...(pause?.reason === 'curation' && !attempt.nodes[pause.nodeId]!.decided
        ? [() => tell({ type: 'decided', nodeId: pause.nodeId }), () => tell({ type: 'continue' })]
        : []),
      ...(pause?.reason === 'curation' && attempt.nodes[pause.nodeId]!.decided
        ? [() => tell({ type: 'continue' }), () => tell({ type: 'decided', nodeId: pause.nodeId })]
        : []),
      ...(pause && pause.reason !== 'curation'
        ? [
            () => {
              credits += 2;
              tell(pause.reason === 'insufficient_credits' ? { type: 'fundsAvailable' } : { type: 'continue' });
            },
          ]
        : []),
    ];
  }

  const isSettled = () => [...jobs.values()].every(({ row }) => row.charge !== undefined);

  /** Returns the total of all jobs' charges, and the total in the rows. */
  function charges(): [number, number] {
    const sum = (some: Iterable<{ charge?: number }>) => [...some].reduce((total, { charge = 0 }) => total + charge, 0);
    return [sum(jobs.values()), sum(rows.values())];
  }

  return {
    get attempt() {
      return attempt;
    },
    get answered() {
      return answered;
    },
    rows,
    jobs,
    charges,
    /** Does the next thing. Returns false if nothing can happen any more. */
    act(pick: (choices: number) => number): boolean {
      if (steps++ === plan.cancelAt) {
        cancel();
        return true;
      }
      if (plan.echoes && told.length > 0 && pick(4) === 0) {
        tell(told[pick(told.length)]!);
        return true;
      }
      const choices = possible();
      const chosen = choices[pick(choices.length)];
      chosen?.();
      return chosen !== undefined;
    },
    /** Checks the invariants that hold after every step. */
    check(): void {
      for (const [id, node] of Object.entries(attempt.nodes)) {
        const own = rowsOf(id);
        const having = (...states: ChildState[]) => own.filter(({ state }) => states.includes(state));
        const counted = counts(node);
        const sum = Object.values(counted).reduce((a, b) => a + b, 0);
        if (sum !== node.total || Object.values(counted).some((count) => count < 0))
          throw new Error(`${id}: ${JSON.stringify(counted)} of ${node.total}`);
        const active = own.filter(({ state, accepted }) => accepted && ['ACTIVE', 'ENDED'].includes(state));
        const expected = {
          launched: own.length,
          active: active.length,
          done: having('DONE').length,
          failed: having('FAILED').length,
          dropped: having('DROPPED').length,
        };
        for (const [count, value] of Object.entries(expected))
          if (node[count as keyof typeof expected] !== value)
            throw new Error(`${id}: ${count} is ${node[count as keyof typeof expected]}, rows say ${value}`);
        const max = (graph.nodes.get(id)!.node as { max_parallel?: number }).max_parallel ?? Number.POSITIVE_INFINITY;
        if (launching(node) + node.active > max) throw new Error(`${id}: more than max_parallel`);
        const early = graph.nodes.get(id)!.incoming.find(({ source }) => !isFinished(attempt.nodes[source]!.status));
        if (early && !['WAITING', 'CANCELLED'].includes(node.status))
          throw new Error(`${id} is ${node.status} before ${early.source} has finished`);
      }
      if (isFinal(attempt.status) && attempt.status !== 'CANCELLED' && !isSettled())
        throw new Error(`${attempt.status}, and its jobs may still change what it costs`);
      const forgotten = [...rows].find(([, { state, stop }]) => stop && (state === 'LAUNCHING' || state === 'ACTIVE'));
      if (forgotten && !stopWoken) throw new Error(`${forgotten[0]} is to be stopped, and nobody looks`);
      const open = Object.entries(attempt.nodes).filter(([, { status }]) => status === 'PAUSED');
      if (open.length > 1) throw new Error('two checkpoints are open');
    },
  };
}
