import { type GrpcService, grpcService } from '@rotamer/kit/grpc/server.ts';
import { EventsDefinition } from '@rotamer/proto/notifications/v1/events.ts';
import type { Deps } from './deps.ts';
import { mailRpcs } from './mails/rpcTable.ts';
import { listEvents } from './rpc/listEvents.ts';
import { webhookRpcs } from './webhooks/rpcTable.ts';

/** The RPCs of notifications, and who may call each. */
export function rpcTable(deps: Deps): GrpcService[] {
  return [
    grpcService(EventsDefinition, { list: listEvents(deps) }, { list: ['gateway'] }),
    webhookRpcs(deps),
    mailRpcs(deps),
  ];
}
