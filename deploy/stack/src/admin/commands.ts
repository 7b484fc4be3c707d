import { keyCreate, keyList, keyRevoke, loginLink, userCreate, userList } from './accessCommands.ts';
import { auditList, auditVerify } from './auditCommands.ts';
import { blobsSweep } from './blobCommands.ts';
import { collectionCreate } from './collectionCommands.ts';
import type { Command, ProvisionCommand } from './command.ts';
import { creditsGrant, ledgerCheck, ledgerShow } from './creditCommands.ts';
import {
  datasetGrant,
  datasetImport,
  datasetList,
  datasetPublish,
  datasetRetire,
  datasetShow,
  datasetVerify,
} from './datasetCommands.ts';
import { dlqList, dlqReplay } from './dlqCommands.ts';
import { memberList, memberRemove, memberSetRole } from './memberCommands.ts';
import { blobsCreateBucket, busCreateTopics } from './provisionCommands.ts';
import { workflowGrant, workflowPublish } from './workflowCommands.ts';
import { workspaceCreate, workspaceList, workspaceSetLimits, workspaceSetPlan } from './workspaceCommands.ts';

/** All admin commands. */
export const commands: (Command | ProvisionCommand)[] = [
  workspaceCreate,
  workspaceList,
  workspaceSetPlan,
  workspaceSetLimits,
  creditsGrant,
  userCreate,
  userList,
  memberList,
  memberSetRole,
  memberRemove,
  keyCreate,
  keyList,
  keyRevoke,
  loginLink,
  collectionCreate,
  workflowPublish,
  workflowGrant,
  datasetImport,
  datasetList,
  datasetShow,
  datasetGrant,
  datasetRetire,
  datasetPublish,
  datasetVerify,
  ledgerCheck,
  ledgerShow,
  auditVerify,
  auditList,
  dlqList,
  dlqReplay,
  blobsSweep,
  busCreateTopics,
  blobsCreateBucket,
];
