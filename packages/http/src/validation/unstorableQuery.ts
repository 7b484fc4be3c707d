import { unstorableFields } from '@rotamer/api/validation/unstorable.ts';
import { validationFault } from '@rotamer/kit/errors/fault.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Refuses text in a query that cannot be stored. Ids in paths are checked by their format. */
export function refuseUnstorableQuery({ query }: FastifyRequest, _: FastifyReply, done: () => void): void {
  const problems = unstorableFields(Object.entries(query as object));
  if (problems.length > 0) throw validationFault(problems);
  done();
}
