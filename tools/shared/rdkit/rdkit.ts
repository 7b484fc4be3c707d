import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { MAX_HEAVY_ATOMS, type MoleculeRecord } from '../molecules.ts';
import type { TaskName, TaskOptions, TaskResult } from './tasks/tasks.ts';
import type { Reply, Request } from './worker.ts';

const STARTUP_MS = 30_000;
const REQUEST_MS = 10_000;

/**
 * Characters that do not occur in SMILES with dative bonds (`->`). RDKit would also parse JSON, and query bonds (`~`).
 */
const notSmiles = /[^A-Za-z0-9@+\-[\]()\\/%=#$.:*<>]/u;

/** The result of a task, or the reason why the molecule cannot be used. */
export type Answer<Result> = { result: Result; reason?: undefined } | { result?: undefined; reason: string };

/**
 * Runs RDKit in a disposable worker thread. A molecule too large for WebAssembly's memory breaks the module
 * permanently, so a molecule that throws, hangs or ends the thread is rejected, and the next one gets a new thread.
 *
 * Molecules are sent one by one, so that each failure has one cause. Passing a molecule takes microseconds, and
 * describing it a millisecond.
 */
export class Rdkit implements AsyncDisposable {
  #worker: Worker | undefined;

  async ask<Name extends TaskName>(
    task: Name,
    { text, heavyAtoms, fault }: Pick<MoleculeRecord, 'text' | 'heavyAtoms' | 'fault'>,
    options: TaskOptions<Name>,
  ): Promise<Answer<TaskResult<Name>>> {
    if (fault) return { reason: fault };
    if (text.trim() === '') return { reason: 'the molecule is empty' };
    if (heavyAtoms > MAX_HEAVY_ATOMS) return { reason: `${heavyAtoms} heavy atoms, the limit is ${MAX_HEAVY_ATOMS}` };
    // A CXSMILES extension may follow the SMILES.
    const foreign = text.includes('\n') ? null : notSmiles.exec(text.split(' ', 1)[0]!);
    if (foreign) return { reason: `SMILES Parse Error: character '${foreign[0]}' is not allowed in SMILES` };
    return this.#send({ task, text, options }, 'this molecule') as Promise<Answer<TaskResult<Name>>>;
  }

  /** Returns why RDKit cannot read a SMARTS; undefined when it can. */
  async refuseSmarts(smarts: string): Promise<string | undefined> {
    return (await this.#send({ smarts }, 'this SMARTS')).reason;
  }

  async #send(request: Request, what: string): Promise<Answer<unknown>> {
    const worker = this.#worker && isAlive(this.#worker) ? this.#worker : await take();
    this.#worker = worker;
    const reply = await ask(worker, request, REQUEST_MS);
    if (reply === 'ready' || 'broken' in reply) {
      this.#worker = undefined;
      await worker.terminate();
      return { reason: `RDKit cannot handle ${what}: ${reply === 'ready' ? 'it restarted' : reply.broken}` };
    }
    return 'rejection' in reply ? { reason: reply.rejection } : { result: reply.result };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    if (worker) await giveBack(worker);
  }
}

/**
 * A working thread that is not in use. It does not keep the process alive. Tests, which run many jobs in one process,
 * save the time of starting it.
 */
let spare: Worker | undefined;

async function take(): Promise<Worker> {
  const worker = spare && isAlive(spare) ? spare : await start();
  spare = undefined;
  worker.ref();
  return worker;
}

async function giveBack(worker: Worker): Promise<void> {
  const other = spare;
  spare = worker;
  worker.unref();
  await other?.terminate();
}

/** Node gives an ended thread the id -1. */
function isAlive(worker: Worker): boolean {
  return worker.threadId !== -1;
}

async function start(): Promise<Worker> {
  // The thread's output does not belong to the tool. It is not read, because reading the stream would keep the process
  // alive.
  const worker = new Worker(new URL('worker.ts', import.meta.url), { stdout: true, stderr: true });
  // An error ends the thread, and `ask` or the next request notices that. Unhandled, the error would also end this
  // process.
  worker.on('error', () => {});
  const reply = await ask(worker, undefined, STARTUP_MS);
  if (reply === 'ready') return worker;
  await worker.terminate();
  throw new Error(`RDKit did not start: ${'broken' in reply ? reply.broken : 'unexpected reply'}`);
}

async function ask(worker: Worker, request: Request | undefined, limitMs: number): Promise<Reply> {
  const over = new AbortController();
  const { signal } = over;
  try {
    const reply = Promise.race([
      once(worker, 'message', { signal }).then(([message]) => message as Reply),
      once(worker, 'exit', { signal }).then(() => ({ broken: 'its thread ended' })),
      setTimeout(limitMs, { broken: `no answer within ${limitMs / 1000} s` }, { signal }),
    ]);
    if (request) worker.postMessage(request);
    return await reply;
  } catch (error) {
    // An 'error' event: the thread threw outside of a request, or ran out of memory.
    return { broken: (error as Error).message };
  } finally {
    over.abort();
  }
}
