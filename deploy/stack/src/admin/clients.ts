import { operator } from '@rotamer/deploy/services.ts';
import { createGrpcClient, type GrpcDefinition } from '@rotamer/kit/grpc/client.ts';
import { BillingDefinition } from '@rotamer/proto/billing/v1/billing.ts';
import { OrphansDefinition } from '@rotamer/proto/blobs/v1/orphans.ts';
import { DeadLettersDefinition } from '@rotamer/proto/bus/v1/dead_letters.ts';
import { FilesDefinition } from '@rotamer/proto/files/v1/files.ts';
import { AccessDefinition } from '@rotamer/proto/gateway/v1/access.ts';
import { AuditLogDefinition } from '@rotamer/proto/gateway/v1/audit.ts';
import { DatasetsDefinition } from '@rotamer/proto/jobs/v1/datasets.ts';
import { WorkflowsDefinition } from '@rotamer/proto/workflows/v1/workflows.ts';

/** Addresses and credentials of the operator. */
export interface OperatorAccess {
  /** gRPC `host:port` of all replicas of each service with operator RPCs. */
  addresses: Record<string, readonly string[]>;
  /** The operator's token. */
  token: string;
}

/** Longest wait for a response, in milliseconds. */
const ANSWER_MS = 15_000;

/** Longest wait for the check of the ledger or of the audit log, in milliseconds. It reads every row. */
const LEDGER_MS = 600_000;

/** Opens clients of the services with operator RPCs. */
export function openClients({ addresses, token }: OperatorAccess) {
  const closes: (() => void)[] = [];
  function open<Definition extends GrpcDefinition>(
    definition: Definition,
    service: string,
    timeoutMs = ANSWER_MS,
    retry = false,
  ) {
    const options = { service: operator, token, timeoutMs, retry, address: addresses[service]!.join(',') };
    const { client, close } = createGrpcClient(definition, options);
    closes.push(close);
    return client;
  }
  return {
    billing: open(BillingDefinition, 'billing'),
    ledger: open(BillingDefinition, 'billing', LEDGER_MS),
    files: open(FilesDefinition, 'files'),
    datasets: open(DatasetsDefinition, 'jobs'),
    access: open(AccessDefinition, 'gateway'),
    audit: open(AuditLogDefinition, 'gateway', ANSWER_MS, true),
    auditCheck: open(AuditLogDefinition, 'gateway', LEDGER_MS),
    workflows: open(WorkflowsDefinition, 'workflows'),
    // The gateway manages the dead letters of the bus. The other services manage the dead-lettered work of their loops.
    deadLetters: {
      bus: open(DeadLettersDefinition, 'gateway'),
      files: open(DeadLettersDefinition, 'files'),
      jobs: open(DeadLettersDefinition, 'jobs'),
      projects: open(DeadLettersDefinition, 'projects'),
      workflows: open(DeadLettersDefinition, 'workflows'),
    },
    // The services by the root folder that they own in the blob store.
    orphans: {
      files: open(OrphansDefinition, 'files'),
      artifacts: open(OrphansDefinition, 'jobs'),
    },
    close: () => {
      for (const close of closes) close();
    },
  };
}

export type Clients = ReturnType<typeof openClients>;
