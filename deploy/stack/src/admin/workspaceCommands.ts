import { toCredits } from '@rotamer/domain/credits.ts';
import type { Workspace } from '@rotamer/proto/billing/v1/billing.ts';
import type { Command } from './command.ts';
import { millicredits, optionalInteger, WrongCall } from './values.ts';

const PAGE = 100;

export const workspaceCreate: Command = {
  name: 'workspace create',
  summary: 'creates a workspace with credits',
  required: { name: 'N', plan: 'FREE|PRO|COMMERCIAL_TEAM', credits: 'C' },
  async run(options, { billing }) {
    const workspace = await billing.createWorkspace({
      name: options.name,
      plan: options.plan,
      millicredits: millicredits('credits', options.credits!),
    });
    return present(workspace);
  },
};

export const workspaceList: Command = {
  name: 'workspace list',
  isRead: true,
  summary: 'lists workspaces with plan, limits and available credits',
  required: {},
  optional: { after: 'W', limit: 'N' },
  async run({ after, limit }, { billing }) {
    const wanted = { afterId: after, limit: optionalInteger('limit', limit) ?? PAGE };
    const { workspaces, hasMore } = await billing.listWorkspaces(wanted);
    return { workspaces: workspaces.map(present), has_more: hasMore };
  },
};

export const workspaceSetPlan: Command = {
  name: 'workspace set-plan',
  summary: 'moves a workspace to another plan',
  required: { workspace: 'W', plan: 'FREE|PRO|COMMERCIAL_TEAM' },
  async run(options, { billing }) {
    return present(await billing.setPlan({ workspaceId: options.workspace, plan: options.plan }));
  },
};

export const workspaceSetLimits: Command = {
  name: 'workspace set-limits',
  summary: "overrides limits of a workspace's plan",
  required: { workspace: 'W' },
  optional: { 'concurrent-jobs': 'N', 'jobs-per-day': 'N', 'storage-bytes': 'N', 'requests-per-minute': 'N' },
  async run(options, { billing }) {
    const limit = (name: string) => optionalInteger(name, options[name]);
    const limits = {
      concurrentJobs: limit('concurrent-jobs'),
      jobsPerDay: limit('jobs-per-day'),
      storageBytes: limit('storage-bytes'),
      requestsPerMinute: limit('requests-per-minute'),
    };
    if (Object.values(limits).every((value) => value === undefined)) throw new WrongCall('Set at least one limit.');
    return present(await billing.setLimits({ workspaceId: options.workspace, ...limits }));
  },
};

function present({ id, name, plan, paid, limits, availableMillicredits }: Workspace) {
  return {
    id,
    name,
    plan,
    paid,
    available: toCredits(availableMillicredits),
    limits: {
      concurrent_jobs: limits?.concurrentJobs,
      jobs_per_day: limits?.jobsPerDay ?? null,
      storage_bytes: limits?.storageBytes,
      requests_per_minute: limits?.requestsPerMinute,
    },
  };
}
