import { Fault } from '@rotamer/kit/errors/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import type { Deps } from '../../deps.ts';

/** What every call about an attempt begins with. */
interface Holder {
  jobId: string;
  attempt: number;
  leaseToken: string;
}

/** An RPC that only whoever was given the attempt may call; others learn nothing, not even whether there is such a job. */
export function holderOnly<Request extends Holder, Response>(
  { leaseTokens }: Pick<Deps, 'leaseTokens'>,
  rpc: Rpc<Request, Response>,
): Rpc<Request, Response> {
  return async (request, context) => {
    if (!leaseTokens.proves(request.leaseToken, request.jobId, request.attempt)) {
      throw new Fault('forbidden', 'The lease token belongs to another attempt.');
    }
    return rpc(request, context);
  };
}
