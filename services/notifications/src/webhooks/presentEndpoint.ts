import {
  WebhookDisabledReason,
  WebhookEndpoint,
  WebhookEndpointState,
} from '@rotamer/proto/notifications/v1/webhooks.ts';
import type { Endpoint } from './endpoint.ts';

/** The endpoint of the RPCs, without its secret. */
export function presentEndpoint(endpoint: Endpoint): WebhookEndpoint {
  const {
    reason,
    state,
    description,
    projectId,
    failingSince,
    lastFailedAt: _,
    formerSignsUntil,
    eventTypes,
    ...same
  } = endpoint;
  return WebhookEndpoint.fromPartial({
    ...{
      id: same.id,
      workspaceId: same.workspaceId,
      url: same.url,
      createdAt: same.createdAt,
      updatedAt: same.updatedAt,
    },
    ...{ description: description ?? undefined, projectId: projectId ?? undefined, eventTypes: [...eventTypes] },
    state: WebhookEndpointState[upper(state)],
    disabledReason: reason === null ? undefined : WebhookDisabledReason[upper(reason)],
    failingSince: failingSince ?? undefined,
    formerSecretUntil: formerSignsUntil ?? undefined,
  });
}

const upper = <Word extends string>(word: Word) => word.toUpperCase() as Uppercase<Word>;
