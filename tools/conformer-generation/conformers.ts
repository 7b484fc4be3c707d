import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { goOn } from '../shared/pause.ts';
import type { Made, Reply, Request } from './conformerWorker.ts';

export interface Conformer extends Made {
  /** 1-based, in the order of generation. */
  number: number;
}

export interface GenerateOptions {
  conformers: number;
  seed: number;
  minimize: boolean;
}

/** For one conformer. A chain of 100 carbon atoms takes a minute, drug-like molecules a second. */
const LIMIT_SECONDS = 300;

/** A molecule that OpenChemLib or its force field cannot process. */
export class ConformerError extends Error {}

/**
 * Conformers from the torsions of crystal structures, most likely first, one at a time so that the caller can pause
 * between them. The same SMILES, seed and OpenChemLib give the same coordinates in every process. OpenChemLib runs in a
 * thread, which a stop ends in the middle of a minimisation: its rounds cannot be short, since each call starts again without
 * what it learnt of the curvature.
 *
 * @throws ConformerError for a molecule without a conformer, and where one takes more than five minutes.
 */
export async function* generateConformers(
  smiles: string,
  { conformers, seed, minimize }: GenerateOptions,
  signal: AbortSignal,
): AsyncGenerator<Conformer> {
  for (let number = 1; number <= conformers && (await goOn(signal)); number++) {
    const reply = await ask({ seed, minimize, ...(number === 1 && { smiles }) }, signal);
    if (!reply) return;
    if ('failure' in reply) throw new ConformerError(reply.failure);
    if (!reply.conformer) return;
    yield { number, ...reply.conformer };
  }
}

/** Does not keep the process alive. It holds the generator of the last molecule, so a process works on one at a time. */
let thread: Worker | undefined;

/** Undefined when it was stopped, which ends the thread. */
async function ask(request: Request, signal: AbortSignal): Promise<Reply | undefined> {
  thread ??= start();
  const worker = thread;
  const over = new AbortController();
  const options = { signal: AbortSignal.any([over.signal, signal]) };
  worker.ref();
  try {
    const reply = Promise.race([
      once(worker, 'message', options).then(([message]) => message as Reply),
      once(worker, 'exit', options).then(() => broken('OpenChemLib cannot process this molecule: its thread ended')),
      setTimeout(LIMIT_SECONDS * 1_000, undefined, options).then(() =>
        broken(`no conformer within ${LIMIT_SECONDS} s of computing`),
      ),
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
  // An error ends the thread, which `ask` notices; unhandled it would end this process too.
  worker.on('error', () => {});
  // One that ends between two requests is not asked again: no answer would come.
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
