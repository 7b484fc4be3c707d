import { auditHooks } from '@rotamer/accounts/audit/auditRequests.ts';
import { namedSchemas } from '@rotamer/api/openapi/namedSchemas.ts';
import { createValidator } from '@rotamer/api/validation/validator.ts';
import { refuseMissingBody } from '@rotamer/http/validation/jsonBody.ts';
import type { FastifyInstance } from 'fastify';
import { authorise, authoriseBody, authoriseRole } from './access/authorise.ts';
import type { Deps } from './deps.ts';
import * as routes from './routes.gen.ts';

/**
 * Registers everything under /api/v1. The hooks continue the order of checks that app.ts begins: authentication, plan, scope →
 * body → scopes required by the body → validation → intent of the audit log → existence and role. The services check polling pace and job state.
 */
export function api(dependencies: Deps) {
  return async (app: FastifyInstance): Promise<void> => {
    for (const schema of namedSchemas) app.addSchema(schema);
    app.setValidatorCompiler(createValidator(namedSchemas));
    app.addHook('onRequest', authorise);
    app.addHook('preValidation', authoriseBody);
    app.addHook('preValidation', refuseMissingBody);
    const audit = auditHooks(dependencies);
    app.addHook('preHandler', audit.begin);
    app.addHook('preHandler', authoriseRole(dependencies));
    app.addHook('onSend', audit.end);
    for (const { register } of Object.values(routes)) register(app, dependencies);
  };
}
