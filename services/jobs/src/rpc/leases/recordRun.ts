import { notFound, type Problem, validationFault } from '@rotamer/kit/errors/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import { shownText } from '@rotamer/kit/shownText.ts';
import { RanPrograms } from '@rotamer/proto/jobs/v1/job.ts';
import type { RecordRunRequest, RecordRunResponse } from '@rotamer/proto/jobs/v1/leases.ts';
import type { Deps } from '../../deps.ts';
import { MAX_PART_BYTES } from '../../runs/logWindow.ts';
import { recordRun as store } from '../../runs/runStore.ts';

const MAX_RAN_BYTES = 128 * 1024;

/** The longest log, with the bytes that are left out: more than a program can write in a week. */
const MAX_LOG_BYTES = 2 ** 50;

/** The most parts that a replica stores at once, so that a flood of logs leaves connections for reports of leases. */
const AT_ONCE = 4;

/** Stores the programs that an attempt ran and the next part of its log. A runner's request is untrusted input. */
export function recordRun({ db }: Pick<Deps, 'db'>): Rpc<RecordRunRequest, RecordRunResponse> {
  const inTurn = createTurns(AT_ONCE);
  return async ({ jobId, attempt, text, startsAt, ran }) => {
    const problems = problemsOf({ text, startsAt, ran });
    if (problems.length > 0) throw validationFault(problems);
    if (!(await inTurn(() => store(db, { jobId, attempt, text, startsAt, ran })))) throw notFound('lease');
    return {};
  };
}

/** Returns a function that does work in the order of its calls, at most `atOnce` pieces at the same time. */
function createTurns(atOnce: number) {
  const waiting: (() => void)[] = [];
  let busy = 0;
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (busy < atOnce) busy++;
    else await new Promise<void>((begin) => waiting.push(begin));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else busy--;
    }
  };
}

function problemsOf({ text, startsAt, ran }: Pick<RecordRunRequest, 'text' | 'startsAt' | 'ran'>): Problem[] {
  const problems: Problem[] = [];
  if (Buffer.byteLength(text) > MAX_PART_BYTES) {
    problems.push({ path: 'text', message: `must have at most ${MAX_PART_BYTES} bytes` });
  } else if (text !== shownText(text)) {
    problems.push({ path: 'text', message: 'must not have control characters' });
  }
  if (!(startsAt >= 0 && startsAt <= MAX_LOG_BYTES)) {
    problems.push({ path: 'starts_at', message: `must be from 0 to ${MAX_LOG_BYTES}` });
  }
  if (ran && RanPrograms.encode(ran).finish().length > MAX_RAN_BYTES) {
    problems.push({ path: 'ran', message: `must have at most ${MAX_RAN_BYTES} bytes` });
  }
  const words = [...(ran?.commands ?? []).flatMap(({ argv }) => argv), ...(ran?.programs ?? []).map(wordsOf)];
  if (words.some((word) => word !== shownText(word))) {
    problems.push({ path: 'ran', message: 'must not have control characters' });
  }
  return problems;
}

function wordsOf({ name, version = '' }: { name: string; version?: string }): string {
  return `${name} ${version}`;
}
