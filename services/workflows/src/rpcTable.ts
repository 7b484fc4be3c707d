import { deadLetterService } from '@rotamer/kit/bus/deadLetterService.ts';
import { type GrpcService, grpcService } from '@rotamer/kit/grpc/server.ts';
import { parkedWork } from '@rotamer/kit/work/parkedWork.ts';
import { WorkflowsDefinition } from '@rotamer/proto/workflows/v1/workflows.ts';
import type { Deps } from './deps.ts';
import { cancelRun } from './rpc/cancelRun.ts';
import { continueRun } from './rpc/continueRun.ts';
import { decide } from './rpc/decide.ts';
import { get } from './rpc/get.ts';
import { getCuration } from './rpc/getCuration.ts';
import { getResults } from './rpc/getResults.ts';
import { getRun } from './rpc/getRun.ts';
import { grant } from './rpc/grant.ts';
import { list } from './rpc/list.ts';
import { listChildren } from './rpc/listChildren.ts';
import { publish } from './rpc/publish.ts';
import { retryRun } from './rpc/retryRun.ts';
import { start } from './rpc/start.ts';
import { validate } from './rpc/validate.ts';

const GATEWAY = ['gateway'] as const;
const OPERATOR = ['operator'] as const;

/** The RPCs of workflows, and who may call each. */
export function rpcTable(deps: Deps): GrpcService[] {
  const workflows = grpcService(
    WorkflowsDefinition,
    {
      list: list(deps),
      get: get(deps),
      validate: validate(deps),
      start: start(deps),
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
      start: GATEWAY,
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
  return [workflows, deadLetterService(parkedWork(deps.db, 'workflows'))];
}
