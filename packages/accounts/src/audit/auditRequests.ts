import type { Audit } from '@rotamer/api/operation/audit.ts';
import type { Clock } from '@rotamer/kit/clock.ts';
import type { FastifyReply, FastifyRequest, onSendHookHandler, preHandlerHookHandler } from 'fastify';
import type { AuditLog, BegunAction } from './auditLog.ts';
import { type AuditIntent, type AuditOutcome, idText } from './entry.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The stored intent of a request that the audit log records. */
    begunAction?: BegunAction;
    /** The user to whom the resource belongs, set by handlers of operations with `onlyOfOthers`. */
    resourceOwner?: string;
  }
}

/**
 * The two hooks that record a request. Requests of operations without `audit` pass them without any work, which is why they call back
 * instead of returning promises.
 */
export interface AuditHooks {
  /** Stores the intent: after authentication, scopes and validation, and before the role is checked, so that its refusal is recorded. */
  begin: preHandlerHookHandler;
  /** Appends the entry before the response is sent. */
  end: onSendHookHandler;
}

/** Returns the hooks that write the audit log, driven by `audit` of the operations. */
export function auditHooks({ audit: log, clock }: { audit: AuditLog; clock: Clock }): AuditHooks {
  return {
    begin(request, _reply, done) {
      const audit = request.route.config.operation?.audit;
      if (!audit || !request.credential) return done();
      log.begin(intentOf(audit, request, clock())).then((begun) => {
        request.begunAction = begun;
        done();
      }, done);
    },
    end(request, reply, payload, done) {
      const { begunAction: begun } = request;
      if (!begun) return done(null, payload);
      request.begunAction = undefined;
      record(log, begun, request, outcomeOf(request, reply, payload)).then(() => done(null, payload), done);
    },
  };
}

function intentOf({ action, resource, id }: Audit, request: FastifyRequest, startedAt: Date): AuditIntent {
  const { workspaceId, userId, keyId, kind } = request.credential!;
  return {
    chain: workspaceId,
    workspaceId,
    actor: { kind, userId, keyId },
    action,
    resourceType: resource,
    resourceId: idText(knownId(id, request)),
    address: request.ip,
    requestId: request.id,
    startedAt,
  };
}

/** Returns the id of the resource as far as it is known before the action. */
function knownId(id: Audit['id'], { params, body, credential }: FastifyRequest): unknown {
  if ('param' in id) return fieldOf(params, id.param);
  if ('request' in id) return fieldOf(body, id.request);
  return 'credential' in id ? credential![id.credential] : null;
}

function outcomeOf({ route, record }: FastifyRequest, reply: FastifyReply, payload: unknown): AuditOutcome {
  const code = record.fault?.code ?? null;
  // After a failure of a service nobody knows whether the action was done.
  if (reply.statusCode >= 500) return { outcome: 'unknown', code };
  if (reply.statusCode >= 400) return { outcome: 'refused', code };
  const { id, facts = [] } = route.config.operation!.audit!;
  const body = bodyOf(payload);
  return {
    outcome: 'ok',
    code: null,
    resourceId: 'response' in id ? idText(fieldOf(body, id.response)) : undefined,
    facts: Object.fromEntries(facts.map((name) => [name, fieldOf(body, name)])),
  };
}

async function record(log: AuditLog, begun: BegunAction, request: FastifyRequest, ended: AuditOutcome): Promise<void> {
  const { onlyOfOthers } = request.route.config.operation!.audit!;
  const isOwn = request.resourceOwner === begun.intent.actor.userId;
  const isLeftOut = onlyOfOthers && (ended.outcome === 'refused' || (ended.outcome === 'ok' && isOwn));
  await (isLeftOut ? log.drop(begun) : log.end(begun, ended));
}

/** Pages answer with HTML or with nothing. */
function bodyOf(payload: unknown): unknown {
  if (typeof payload !== 'string' || !payload.startsWith('{')) return undefined;
  return JSON.parse(payload);
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}
