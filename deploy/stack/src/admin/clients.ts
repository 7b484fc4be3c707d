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
  jobs: string;
  gateway: string;
  /** The operator's token. */
  token: string;
}

/** Opens clients of the services that have operators' calls. */
export function openClients({ billing, files, jobs, gateway, token }: OperatorAccess) {
  const options = { service: operator, token, timeoutMs: 15_000 };
  const billingClient = createGrpcClient(BillingDefinition, { ...options, address: billing });
  const filesClient = createGrpcClient(FilesDefinition, { ...options, address: files });
  const accessClient = createGrpcClient(AccessDefinition, { ...options, address: gateway });
  // The gateway answers for the bus, the others for what their loops have parked.
  const ofBus = createGrpcClient(DeadLettersDefinition, { ...options, address: gateway });
  const ofFiles = createGrpcClient(DeadLettersDefinition, { ...options, address: files });
  const ofJobs = createGrpcClient(DeadLettersDefinition, { ...options, address: jobs });
  const all = [billingClient, filesClient, accessClient, ofBus, ofFiles, ofJobs];
  return {
    billing: billingClient.client,
    files: filesClient.client,
    access: accessClient.client,
    deadLetters: { bus: ofBus.client, files: ofFiles.client, jobs: ofJobs.client },
    close() {
      for (const { close } of all) close();
    },
  };
}

export type Clients = ReturnType<typeof openClients>;
