import { createGrpcClient } from '@rotamer/kit/grpc/client.ts';
import { BillingDefinition } from '@rotamer/proto/billing/v1/billing.ts';
import { DeadLettersDefinition } from '@rotamer/proto/bus/v1/dead_letters.ts';
import { FilesDefinition } from '@rotamer/proto/files/v1/files.ts';
import { AccessDefinition } from '@rotamer/proto/gateway/v1/access.ts';
import { operator } from '../services.ts';

/** Where operators' calls go, and what proves them. */
export interface OperatorAccess {
  /** gRPC `host:port` of each service, several separated by commas. */
  billing: string;
  files: string;
  gateway: string;
  /** The operator's token. */
  token: string;
}

/** Opens clients of the services that have operators' calls. */
export function openClients({ billing, files, gateway, token }: OperatorAccess) {
  const options = { service: operator, token, timeoutMs: 15_000 };
  const billingClient = createGrpcClient(BillingDefinition, { ...options, address: billing });
  const filesClient = createGrpcClient(FilesDefinition, { ...options, address: files });
  const accessClient = createGrpcClient(AccessDefinition, { ...options, address: gateway });
  const deadLettersClient = createGrpcClient(DeadLettersDefinition, { ...options, address: gateway });
  return {
    billing: billingClient.client,
    files: filesClient.client,
    access: accessClient.client,
    deadLetters: deadLettersClient.client,
    close() {
      billingClient.close();
      filesClient.close();
      accessClient.close();
      deadLettersClient.close();
    },
  };
}

export type Clients = ReturnType<typeof openClients>;
