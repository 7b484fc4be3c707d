import type { CallScope, RpcContext } from '@rotamer/kit/grpc/callContext.ts';
import { injectCrash } from '@rotamer/kit/testing/crashInjection.ts';
import { quietLog } from '@rotamer/kit/testing/quietLog.ts';
import { createChangeAttempt } from '../commands/changeAttempt.ts';
import type { Deps } from '../deps.ts';
import { createTools } from '../tools.ts';
import { createRevisions } from '../workflow/revisions.ts';

/** A process of workflows that crashes after its nth call to the database or another service, before it gets the response. */
export function crashingProcess(deps: Deps, crashAt: number) {
  const crashing = injectCrash(crashAt, 'after');
  const db = crashing.db(deps.db);
  const revisions = createRevisions(db);
  const jobs = crashing.neighbour(deps.jobs, ['batchSubmit']);
  const [billing, files] = [crashing.neighbour(deps.billing), crashing.neighbour(deps.files)];
  const parts = { ...deps, db, revisions, jobs, billing, files, tools: createTools(jobs) };
  return { crashing, parts: { ...parts, changeAttempt: createChangeAttempt(parts) } satisfies Deps };
}

/** Returns the context of an RPC. */
export function contextOf(scope: CallScope): RpcContext {
  const { signal } = new AbortController();
  const deadlineMs = Date.now() + 20_000;
  return { ...scope, deadlineMs, traceparent: '', signal, draining: signal, log: quietLog } as never;
}
