import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import type { VerifyChainsRequest, VerifyChainsResponse } from '@rotamer/proto/gateway/v1/audit.ts';
import { verifyChains as verify } from '../audit/verifyChains.ts';
import type { RpcDeps } from './rpcDeps.ts';

/** Recomputes the hash of every entry of the audit log, or of one chain, and names the first break of each chain. */
export function verifyChains({ db }: Pick<RpcDeps, 'db'>): Rpc<VerifyChainsRequest, VerifyChainsResponse> {
  return async ({ chain, known }) =>
    verify(db, { chain: chain || undefined, known: known && { ...known, hash: Buffer.from(known.hash) } });
}
