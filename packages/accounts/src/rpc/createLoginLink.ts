import { Fault, notFound } from '@rotamer/kit/errors/fault.ts';
import type { Rpc } from '@rotamer/kit/grpc/callContext.ts';
import type { CreateLoginLinkRequest, LoginLink } from '@rotamer/proto/gateway/v1/access.ts';
import { createLocalLink, findLinkTarget } from '../access/localLinkStore.ts';
import type { RpcDeps } from './rpcDeps.ts';

/** Makes a link that signs a person in once. Only for a stack that runs on one machine, for the person who started it. */
export function createLoginLink({ db, clock, localLinks, publicUrl }: RpcDeps): Rpc<CreateLoginLinkRequest, LoginLink> {
  return async ({ user }) => {
    if (!localLinks) {
      throw new Fault('forbidden', 'Login links are made only by a stack that npm start runs for its own machine.', {
        resolution: 'Sign in by mail or with OpenID Connect, or create an API key.',
      });
    }
    const target = await findLinkTarget(db, user.trim());
    if (!target) throw notFound(user ? 'user' : 'owner of a workspace');
    const { token, expiresAt } = await createLocalLink(db, target, clock());
    return { ...target, url: `${publicUrl}/login/local?token=${token}`, expiresAt };
  };
}
