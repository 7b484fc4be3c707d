import { prefixOf } from '@rotamer/accounts/access/apiKey.ts';
import { getAccount as operation } from '@rotamer/api/operations/account/getAccount.ts';
import { toCredits } from '@rotamer/domain/credits.ts';
import { WINDOW_SECONDS } from '@rotamer/http/limits/window.ts';
import { callScope } from '../../request/callScope.ts';
import { handler } from '../handler.ts';

/** GET /account: the API key, its workspace, credits and limits. */
export const getAccount = handler(operation, ({ workspaces, jobs }) => async (request, reply) => {
  const { id, keyId, workspaceId, scopes } = request.credential!;
  const scope = callScope(request, reply);
  const [workspace, { activeJobs }] = await Promise.all([
    workspaces.current(workspaceId, scope),
    jobs.countActive({}, scope),
  ]);
  const { concurrentJobs, requestsPerMinute } = workspace.limits!;
  return {
    object: 'account' as const,
    workspace: {
      id: workspaceId,
      plan: { tier: workspace.plan, paid: workspace.paid },
      credits: { available: toCredits(workspace.availableMillicredits) },
    },
    limits: {
      active_jobs: activeJobs,
      concurrent_jobs: { max: concurrentJobs, remaining: Math.max(0, concurrentJobs - activeJobs) },
      public_api_rate_limit: { limit: requestsPerMinute, window_seconds: WINDOW_SECONDS },
    },
    api_key: { id, env: 'LIVE', prefix: prefixOf(keyId), scopes },
  };
});
