import { dependencyUnavailable } from '@rotamer/kit/errors/fault.ts';
import type { CloseProjectRequest } from '@rotamer/proto/projects/v1/members.ts';
import { DeletionMode, ResourceType } from '@rotamer/proto/projects/v1/project.ts';
import type { Context, Members } from '../members.ts';

/** A resource in a context. */
export interface Held {
  workspaceId: string;
  type: ResourceType;
  id: string;
  projectId?: string;
  seq: number;
  /** For a file: the job that it was given to or made by. */
  jobId?: string;
}

/** The outcome of a call: it succeeds, the call or its response gets lost, or the service fails. */
export type Fate = 'ok' | 'call lost' | 'answer lost' | 'failed';

export type FateOf = (method: keyof Members, workspaceId: string) => Fate;

/** Most members that one call closes; small, so that most deletions take several calls. */
const BATCH = 2;

export type MemoryContext = ReturnType<typeof memoryContext>;

/**
 * A context in memory that follows proto/rotamer/projects/v1/members.proto. It is strict: it throws when something is
 * assigned to a project that it knows is closed, or when a project is closed into a closed one.
 */
export function memoryContext(types: readonly ResourceType[], fateOf: FateOf = () => 'ok') {
  const held = new Map<string, Held>();
  const closed = new Map<string, CloseProjectRequest>();
  /** The project for those files of a job that are recorded later. */
  const linked = new Map<string, Pick<Held, 'projectId' | 'seq'>>();

  /** Returns the project that a new member of this project goes into; false when the member is refused. */
  function follow(projectId: string | undefined): string | undefined | false {
    const closing = projectId === undefined ? undefined : closed.get(projectId);
    if (!closing) return projectId;
    return closing.mode === DeletionMode.DELETE_CONTENTS ? false : follow(closing.targetProjectId);
  }

  function requireOpen(projectId: string | undefined): void {
    if (projectId && closed.has(projectId)) throw new Error(`something is put into the closed project ${projectId}`);
  }

  const methods: Members = {
    countMembers: async ({ workspaceId, projectIds }) => {
      const counted = [...held.values()].filter(
        (one) => one.workspaceId === workspaceId && one.projectId && projectIds.includes(one.projectId),
      );
      const groups = Map.groupBy(counted, ({ projectId, type }) => JSON.stringify([projectId, type]));
      return {
        counts: [...groups.values()].map((some) => ({
          projectId: some[0]!.projectId!,
          type: some[0]!.type,
          count: some.length,
        })),
      };
    },
    findMembers: async ({ workspaceId, groups }) => ({
      groups: groups.map(({ type, ids }) => ({
        type,
        ids: ids.filter((id) => held.get(id)?.type === type && held.get(id)?.workspaceId === workspaceId),
      })),
    }),
    setProject: async ({ workspaceId, seq, projectId, groups, jobsWithFiles }) => {
      const jobs = new Set(jobsWithFiles);
      const named = groups.flatMap(({ ids }) => ids.flatMap((id) => held.get(id) ?? []));
      const files = [...held.values()].filter(({ jobId }) => jobId && jobs.has(jobId));
      for (const one of [...named, ...files]) {
        if (one.workspaceId !== workspaceId || one.seq >= seq) continue;
        requireOpen(projectId);
        Object.assign(one, { projectId, seq });
      }
      for (const job of jobs) if ((linked.get(job)?.seq ?? 0) < seq) linked.set(job, { projectId, seq });
      return { linkedFiles: files.filter((file) => file.seq === seq).length };
    },
    closeProject: async (request) => {
      const { workspaceId, seq, projectId, mode, targetProjectId } = request;
      if (!closed.has(projectId)) requireOpen(targetProjectId);
      closed.set(projectId, request);
      const left = [...held.values()].filter((one) => one.workspaceId === workspaceId && one.projectId === projectId);
      for (const one of left.slice(0, BATCH)) {
        if (mode === DeletionMode.DELETE_CONTENTS) held.delete(one.id);
        else Object.assign(one, { projectId: targetProjectId, seq });
      }
      return { done: left.length <= BATCH };
    },
  };

  return {
    types,
    held,
    members: unreliable(methods, fateOf),
    /** Adds a new member to the project it names, or to that project's target. Returns false when it is refused. */
    add(resource: Omit<Held, 'seq'>): boolean {
      const later = resource.jobId ? linked.get(resource.jobId) : undefined;
      const projectId = follow(later ? later.projectId : resource.projectId);
      if (projectId === false) return false;
      held.set(resource.id, { ...resource, projectId, seq: later?.seq ?? 0 });
      return true;
    },
  } satisfies Context & Record<string, unknown>;
}

/** Wraps members so that each call has the outcome that `fateOf` returns. */
export function unreliable(members: Members, fateOf: FateOf): Members {
  const faring =
    <Request extends { workspaceId: string }, Answer>(
      method: keyof Members,
      call: (request: Request, scope: object) => Promise<Answer>,
    ) =>
    async (request: Request, scope: object): Promise<Answer> => {
      const fate = fateOf(method, request.workspaceId);
      if (fate === 'failed') throw new Error(`${method} failed`);
      if (fate === 'call lost') throw dependencyUnavailable(new Error(`${method} did not arrive`));
      const answer = await call(request, scope);
      if (fate === 'answer lost') throw dependencyUnavailable(new Error(`the answer of ${method} got lost`));
      return answer;
    };
  return {
    countMembers: faring('countMembers', members.countMembers),
    findMembers: faring('findMembers', members.findMembers),
    setProject: faring('setProject', members.setProject),
    closeProject: faring('closeProject', members.closeProject),
  };
}

/** Creates contexts for workflows and their runs, for jobs and for files. */
export function memoryContexts(fateOf?: FateOf) {
  return {
    workflows: memoryContext([ResourceType.WORKFLOW, ResourceType.WORKFLOW_RUN], fateOf),
    jobs: memoryContext([ResourceType.JOB], fateOf),
    files: memoryContext([ResourceType.FILE], fateOf),
  };
}
