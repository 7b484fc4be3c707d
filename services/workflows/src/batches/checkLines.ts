import type { ReadLine } from '@rotamer/api/requests/readBatchLine.ts';
import { countFitting } from '@rotamer/kit/batching/fitting.ts';
import { itemFault, unknownAnswer } from '@rotamer/kit/batching/itemError.ts';
import { Fault, type Problem } from '@rotamer/kit/errors/fault.ts';
import type { CallScope } from '@rotamer/kit/grpc/callContext.ts';
import {
  type AssessAnswer,
  type AssessedPrice,
  type JobsClient,
  RequestToAssess,
} from '@rotamer/proto/jobs/v1/jobs.ts';
import type { BatchProblem } from '@rotamer/proto/workflows/v1/batch.ts';
import type { BatchLine } from '@rotamer/proto/workflows/v1/batches.ts';
import { limits } from '../definition/limits.ts';

export interface PricedLine {
  line: BatchLine;
  price: AssessedPrice;
}

/** Some lines that were checked. A line is among the good ones, or it has problems. */
export interface CheckedLines {
  /** Number of lines. */
  read: number;
  good: PricedLine[];
  problems: BatchProblem[];
}

/** The call to jobs that checks lines. */
type Assessing = Pick<JobsClient<CallScope>, 'assessMany'>;

/**
 * Number of lines that are checked together. Two portions are under way at a time, so that jobs checks one while the next is read and
 * sent. Jobs keeps at most 250 checks of a workspace waiting: those of a quote and of a batch that is read at the same time.
 */
const AT_ONCE = 60;

/**
 * Checks and prices lines in portions, in their order. Finds repeated custom ids, and what jobs refuses before it accepts a job. Remembers
 * custom ids and nothing else of a line.
 *
 * @throws service_unavailable if jobs cannot check lines now: that is not a problem of a line.
 */
export async function* checkLines(
  jobs: Assessing,
  lines: AsyncIterable<ReadLine> | Iterable<ReadLine>,
  scope: CallScope,
): AsyncGenerator<CheckedLines> {
  const seen = new Map<string, number>();
  let portion: ReadLine[] = [];
  const check = async (): Promise<CheckedLines> => {
    const read = portion.map((one) => refuseRepeated(seen, one));
    portion = [];
    const sound = read.flatMap((one) => ('line' in one ? [one.line] : []));
    const prices = await assess(jobs, sound, scope);
    const good = sound.flatMap((line, i) => (prices[i] instanceof Fault ? [] : [{ line, price: prices[i]! }]));
    const problems = read.flatMap((one) => {
      if ('problems' in one) return one.problems;
      const price = prices[sound.indexOf(one.line)]!;
      return price instanceof Fault ? problemsOf(one.line, price) : [];
    });
    return { read: read.length, good, problems };
  };
  let ahead: Promise<CheckedLines> | undefined;
  for await (const one of lines) {
    portion.push(one);
    if (portion.length < AT_ONCE) continue;
    const next = check();
    // It may fail while the portion before it is awaited, and is awaited itself later.
    next.catch(() => {});
    if (ahead) yield await ahead;
    ahead = next;
  }
  if (ahead) yield await ahead;
  if (portion.length > 0) yield await check();
}

/** Remembers the custom id of a line. Returns a problem in place of a line whose custom id was used before. */
function refuseRepeated(seen: Map<string, number>, one: ReadLine): ReadLine {
  const { line, customId } = 'line' in one ? one.line : one.problems[0]!;
  const first = customId === '' ? undefined : seen.get(customId);
  if (first === undefined) {
    if (customId !== '') seen.set(customId, line);
    return one;
  }
  const repeated = { line, customId, path: 'custom_id', message: `is also the custom_id of line ${first}` };
  return { problems: [...('problems' in one ? one.problems : []), repeated] };
}

/** Returns the price of each line, or the fault for which jobs would refuse it. */
async function assess(jobs: Assessing, lines: BatchLine[], scope: CallScope): Promise<(AssessedPrice | Fault)[]> {
  const requests: RequestToAssess[] = lines.map(({ submission, maxReservedMillicredits }) => ({
    submission,
    maxReservedMillicredits,
  }));
  const prices: (AssessedPrice | Fault)[] = [];
  while (requests.length > 0) {
    const some = requests.splice(0, countFitting(RequestToAssess, requests, limits.messageBytes));
    const { answers } = await jobs.assessMany({ requests: some }, scope);
    prices.push(...some.map((_, i) => toPrice(answers[i])));
  }
  return prices;
}

function toPrice({ answer }: Partial<AssessAnswer> = {}): AssessedPrice | Fault {
  if (answer?.$case === 'price') return answer.value;
  const fault = answer?.$case === 'error' ? itemFault(answer.value) : unknownAnswer();
  if (['service_unavailable', 'internal_error', 'rate_limited'].includes(fault.code)) throw fault;
  return fault;
}

function problemsOf({ line, customId }: BatchLine, { code, message, details }: Fault): BatchProblem[] {
  const errors = details?.errors as Problem[] | undefined;
  if (errors) return errors.map((problem) => ({ line, customId, ...problem }));
  return [{ line, customId, path: code === 'not_found' ? 'tool' : '', message }];
}

/** Sums over the good lines of a batch. */
export interface Sums {
  lines: number;
  estimatedMillicredits: number;
  reservedMillicredits: number;
  maxMillicredits: number;
  meteredLines: number;
  /** Ids of the tools, each listed once. */
  tools: string[];
}

export const noSums: Sums = {
  lines: 0,
  estimatedMillicredits: 0,
  reservedMillicredits: 0,
  maxMillicredits: 0,
  meteredLines: 0,
  tools: [],
};

export function addPrices(sums: Sums, good: PricedLine[]): Sums {
  const sum = (of: (price: AssessedPrice) => number) => good.reduce((total, { price }) => total + of(price), 0);
  return {
    lines: sums.lines + good.length,
    estimatedMillicredits: sums.estimatedMillicredits + sum((price) => price.estimatedMillicredits),
    reservedMillicredits: sums.reservedMillicredits + sum((price) => price.reservedMillicredits),
    maxMillicredits: sums.maxMillicredits + sum((price) => price.maxMillicredits),
    tools: [...new Set([...sums.tools, ...good.map(({ line }) => line.submission!.tool)])],
    meteredLines: sums.meteredLines + good.filter(({ price }) => price.metered).length,
  };
}
