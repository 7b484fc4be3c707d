import type { CallScope } from '@rotamer/kit/grpc/callContext.ts';
import type {
  CloseProjectRequest,
  CloseProjectResponse,
  CountMembersRequest,
  CountMembersResponse,
  FindMembersRequest,
  FindMembersResponse,
  SetProjectRequest,
  SetProjectResponse,
} from '@rotamer/proto/projects/v1/members.ts';
import { ResourceType } from '@rotamer/proto/projects/v1/project.ts';

/** What a service that owns resources does for projects: the gRPC service `Members`, or the same as functions of this process. */
export interface Members {
  countMembers(request: CountMembersRequest, scope: CallScope): Promise<CountMembersResponse>;
  findMembers(request: FindMembersRequest, scope: CallScope): Promise<FindMembersResponse>;
  setProject(request: SetProjectRequest, scope: CallScope): Promise<SetProjectResponse>;
  closeProject(request: CloseProjectRequest, scope: CallScope): Promise<CloseProjectResponse>;
}

/** An owner of resources, with the types of its resources. */
export interface Context {
  types: readonly ResourceType[];
  members: Members;
}

/**
 * Returns all owners of resources, in the order in which a project is closed: runs end before their jobs, and jobs
 * before the files that they leave are deleted.
 */
export function contextsOf({
  workflows,
  jobs,
  files,
  registry,
}: Record<'workflows' | 'jobs' | 'files' | 'registry', Members>): Context[] {
  return [
    { types: [ResourceType.WORKFLOW, ResourceType.WORKFLOW_RUN], members: workflows },
    { types: [ResourceType.JOB], members: jobs },
    { types: [ResourceType.FILE], members: files },
    { types: [ResourceType.STUDIO_SESSION, ResourceType.AI_CONVERSATION], members: registry },
  ];
}
