import { account } from '@rotamer/api/schemas/account.ts';
import { ref } from '@rotamer/api/schemas/build.ts';
import { errors } from '@rotamer/api/schemas/error.ts';
import { toCredits } from '@rotamer/kit/credits.ts';
import { prefixOf } from '../access/apiKey.ts';
import type { Deps } from '../deps.ts';
import { WINDOW_SECONDS } from '../limits/window.ts';
import { callScope } from '../request/callScope.ts';
import type { Api } from './apiInstance.ts';

/** GET /account: the API key, its workspace, credits and limits. */
export function getAccount(app: Api, { workspaces, jobs }: Deps): void {
  app.get(
    '/account',
    {
      config: { operation: 'getAccount' },
      schema: {
        summary: 'Get the account of the API key',
        tags: ['Account'],
        response: { 200: ref(account), ...errors() },
      },
    },
    async (request, reply) => {
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
    },
  );
}
