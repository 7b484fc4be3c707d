import { hasRole, type Role } from '@rotamer/api/operation/access.ts';
import type { Fault } from '@rotamer/kit/errors/fault.ts';
import { DeletionMode } from '@rotamer/proto/projects/v1/project.ts';
import type { FastifyRequest } from 'fastify';
import { missingRole } from '../../access/authorise.ts';

/** The required role. Deleting the contents also deletes other people's work. */
const TO_DELETE_CONTENTS: Role = 'admin';

/** Returns why a caller may neither begin nor retry a deletion; undefined when the role is high enough. */
export function refuseDeletion({ credential }: FastifyRequest, mode: DeletionMode): Fault | undefined {
  if (mode !== DeletionMode.DELETE_CONTENTS || hasRole(credential!.role, TO_DELETE_CONTENTS)) return undefined;
  return missingRole(TO_DELETE_CONTENTS);
}
