import { validationFault } from '@rotamer/kit/errors/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import type { EndCommandRequest, EndCommandResponse } from '@rotamer/proto/gateway/v1/audit.ts';
import { findIntent } from '../audit/auditStore.ts';
import type { Outcome } from '../audit/entry.ts';
import type { RpcDeps } from './rpcDeps.ts';

const outcomes: readonly string[] = ['ok', 'refused', 'unknown'] satisfies Outcome[];

/** Appends the entry of an operator's command. A repeat, or a command that nobody began, changes nothing. */
export function endCommand({ db, audit }: Pick<RpcDeps, 'db' | 'audit'>): Rpc<EndCommandRequest, EndCommandResponse> {
  return async ({ intentId, outcome, code, resourceId, factsJson }) => {
    if (!outcomes.includes(outcome))
      throw validationFault([{ path: 'outcome', message: `must be one of ${outcomes.join(', ')}` }]);
    const intent = await findIntent(db, intentId);
    if (!intent) return {};
    const ended = { outcome: outcome as Outcome, code: code || null, resourceId, facts: factsOf(factsJson) };
    await audit.end({ id: intentId, intent }, ended);
    return {};
  };
}

function factsOf(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text || '{}');
  } catch {
    throw validationFault([{ path: 'facts_json', message: 'must be JSON' }]);
  }
}
