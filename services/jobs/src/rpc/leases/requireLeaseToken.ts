import { Fault } from '@rotamer/kit/errors/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import type { Deps } from '../../deps.ts';

/** The fields that every call about an attempt has. */
interface Holder {
  jobId: string;
  attempt: number;
  leaseToken: string;
}

/**
 * Wraps an RPC so that only a caller with the attempt's lease token may call it. Other callers cannot even learn
 * whether the job exists.
 */
export function requireLeaseToken<Request extends Holder, Response>(
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
