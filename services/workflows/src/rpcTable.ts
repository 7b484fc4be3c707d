import { membersService } from '@rotamer/domain/membership/membersService.ts';
import { type GrpcService, grpcService } from '@rotamer/kit/grpc/server.ts';
import { deadLetterService } from '@rotamer/kit/service/deadLetterService.ts';
import { parkedWork } from '@rotamer/kit/service/parkedWork.ts';
import { BatchesDefinition } from '@rotamer/proto/workflows/v1/batches.ts';
import { WorkflowsDefinition } from '@rotamer/proto/workflows/v1/workflows.ts';
import type { Deps } from './deps.ts';
import { cancelBatch } from './rpc/batches/cancelBatch.ts';
import { continueBatch } from './rpc/batches/continueBatch.ts';
import { create } from './rpc/batches/create.ts';
import { findBatchSubmission } from './rpc/batches/findBatchSubmission.ts';
import { getBatch } from './rpc/batches/getBatch.ts';
import { listItems } from './rpc/batches/listItems.ts';
import { listOwnBatches } from './rpc/batches/listOwnBatches.ts';
import { quoteBatch } from './rpc/batches/quoteBatch.ts';
import { retryBatch } from './rpc/batches/retryBatch.ts';
import { cancelRun } from './rpc/cancelRun.ts';
import { continueRun } from './rpc/continueRun.ts';
import { decide } from './rpc/decide.ts';
import { findSubmission } from './rpc/findSubmission.ts';
import { get } from './rpc/get.ts';
import { getCuration } from './rpc/getCuration.ts';
import { getResults } from './rpc/getResults.ts';
import { getRun } from './rpc/getRun.ts';
import { grant } from './rpc/grant.ts';
import { list } from './rpc/list.ts';
import { listChildren } from './rpc/listChildren.ts';
import { listRuns } from './rpc/listRuns.ts';
import { closeProject } from './rpc/members/closeProject.ts';
import { countMembers } from './rpc/members/countMembers.ts';
import { findMembers } from './rpc/members/findMembers.ts';
import { setProject } from './rpc/members/setProject.ts';
import { publish } from './rpc/publish.ts';
import { quoteRun } from './rpc/quoteRun.ts';
import { recallRun } from './rpc/recallRun.ts';
import { retryRun } from './rpc/retryRun.ts';
import { start } from './rpc/start.ts';
import { validate } from './rpc/validate.ts';

const GATEWAY = ['gateway'] as const;
const OPERATOR = ['operator'] as const;

/** The RPCs of workflows, and the services that may call each. */
export function rpcTable(deps: Deps): GrpcService[] {
  const workflows = grpcService(
    WorkflowsDefinition,
    {
      list: list(deps),
      get: get(deps),
      validate: validate(deps),
      quote: quoteRun(deps),
      start: start(deps),
      recall: recallRun(deps),
      findSubmission: findSubmission(deps),
      listRuns: listRuns(deps),
      getRun: getRun(deps),
      listChildren: listChildren(deps),
      getResults: getResults(deps),
      getCuration: getCuration(deps),
      decide: decide(deps),
      continue: continueRun(deps),
      cancel: cancelRun(deps),
      retry: retryRun(deps),
      publish: publish(deps),
      grant: grant(deps),
    },
    {
      list: GATEWAY,
      get: GATEWAY,
      validate: GATEWAY,
      quote: GATEWAY,
      start: GATEWAY,
      recall: GATEWAY,
      findSubmission: GATEWAY,
      listRuns: GATEWAY,
      getRun: GATEWAY,
      listChildren: GATEWAY,
      getResults: GATEWAY,
      getCuration: GATEWAY,
      decide: GATEWAY,
      continue: GATEWAY,
      cancel: GATEWAY,
      retry: GATEWAY,
      publish: OPERATOR,
      grant: OPERATOR,
    },
  );
  const batches = grpcService(
    BatchesDefinition,
    {
      create: create(deps),
      findSubmission: findBatchSubmission(deps),
      quote: quoteBatch(deps),
      get: getBatch(deps),
      list: listOwnBatches(deps),
      listItems: listItems(deps),
      continue: continueBatch(deps),
      cancel: cancelBatch(deps),
      retry: retryBatch(deps),
    },
    {
      create: GATEWAY,
      findSubmission: GATEWAY,
      quote: GATEWAY,
      get: GATEWAY,
      list: GATEWAY,
      listItems: GATEWAY,
      continue: GATEWAY,
      cancel: GATEWAY,
      retry: GATEWAY,
    },
  );
  const members = membersService({
    countMembers: countMembers(deps),
    findMembers: findMembers(deps),
    setProject: setProject(deps),
    closeProject: closeProject(deps),
  });
  return [workflows, batches, members, deadLetterService(parkedWork(deps.db, 'workflows'), ['gateway'])];
}
