import { type GrpcService, grpcService } from '@rotamer/kit/grpc/server.ts';
import { MembersDefinition } from '@rotamer/proto/projects/v1/members.ts';

type Methods = Parameters<typeof grpcService<typeof MembersDefinition>>[1];

const PROJECTS = ['projects'];

/** Returns the RPCs of a service that holds members of projects. Only projects calls them. */
export function membersService(methods: Methods): GrpcService {
  return grpcService(MembersDefinition, methods, {
    countMembers: PROJECTS,
    findMembers: PROJECTS,
    setProject: PROJECTS,
    closeProject: PROJECTS,
  });
}
