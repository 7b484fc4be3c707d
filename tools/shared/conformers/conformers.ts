import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { goOn } from '../pause.ts';
import type { Made, Reply, Request } from './conformerWorker.ts';

export interface Conformer extends Made {
  /** 1-based, in the order of generation. */
  number: number;
}

export interface GenerateOptions {
  conformers: number;
  seed: number;
  minimize: boolean;
  /** Limit for all conformers together, in seconds. One conformer is also limited to five minutes. */
  limitSeconds?: number;
}

/** Limit for one conformer. A chain of 100 carbon atoms takes a minute, drug-like molecules a second. */
const CONFORMER_SECONDS = 300;

/** A molecule that OpenChemLib or its force field cannot process. */
export class ConformerError extends Error {}

/**
 * Generates conformers from the torsions of crystal structures, most likely first. It yields them one at a time, so
 * that the caller can pause in between. The same SMILES, seed and OpenChemLib give the same coordinates in every
 * process.
 *
 * OpenChemLib runs in a thread, so that a stop can end it within a minimisation. The minimisation cannot be cut into
 * short calls: each call starts without the curvature that the last one learnt.
 *
 * @throws ConformerError for a molecule without a conformer, and when one conformer or all together exceed their limit.
 */
export async function* generateConformers(
  smiles: string,
  { conformers, seed, minimize, limitSeconds = Number.POSITIVE_INFINITY }: GenerateOptions,
  signal: AbortSignal,
): AsyncGenerator<Conformer> {
  const end = performance.now() + limitSeconds * 1_000;
  for (let number = 1; number <= conformers && (await goOn(signal)); number++) {
    const left = (end - performance.now()) / 1_000;
    const over = left < CONFORMER_SECONDS ? 'the time of the molecule is over' : NO_CONFORMER;
    if (left <= 0) throw new ConformerError(over);
    const limit = { seconds: Math.min(left, CONFORMER_SECONDS), over };
    const reply = await ask({ seed, minimize, ...(number === 1 && { smiles }) }, limit, signal);
    if (!reply) return;
    if ('failure' in reply) throw new ConformerError(reply.failure);
    if (!reply.conformer) return;
    yield { number, ...reply.conformer };
  }
}

const NO_CONFORMER = `no conformer within ${CONFORMER_SECONDS} s of computing`;

/**
 * The thread does not keep the process alive. It holds the generator of the last molecule, so a process handles one
 * molecule at a time.
 */
let thread: Worker | undefined;

/** Returns undefined when the job was stopped, which also ends the thread. */
async function ask(
  request: Request,
  limit: { seconds: number; over: string },
  signal: AbortSignal,
): Promise<Reply | undefined> {
  thread ??= start();
  const worker = thread;
  const over = new AbortController();
  const options = { signal: AbortSignal.any([over.signal, signal]) };
  worker.ref();
  try {
    const reply = Promise.race([
      once(worker, 'message', options).then(([message]) => message as Reply),
      once(worker, 'exit', options).then(() => broken('OpenChemLib cannot process this molecule: its thread ended')),
      setTimeout(limit.seconds * 1_000, undefined, options).then(() => broken(limit.over)),
    ]);
    worker.postMessage(request);
    return await reply;
  } catch (error) {
    if (signal.aborted) return void broken('stopped');
    return broken(`OpenChemLib cannot process this molecule: ${(error as Error).message}`);
  } finally {
    over.abort();
    worker.unref();
  }
}

function start(): Worker {
  const worker = new Worker(new URL('conformerWorker.ts', import.meta.url), {
    stdout: true,
    stderr: true,
    execArgv: [],
  });
  // An error ends the thread, and `ask` notices that. Unhandled, the error would also end this process.
  worker.on('error', () => {});
  // Forget a thread that ends between two requests: it would never answer.
  worker.on('exit', () => {
    if (thread === worker) thread = undefined;
  });
  return worker;
}

function broken(failure: string): Reply {
  void thread?.terminate();
  thread = undefined;
  return { failure };
}
