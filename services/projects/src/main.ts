import { systemClock } from '@rotamer/kit/clock.ts';
import { loadConfig } from '@rotamer/kit/process/config.ts';
import { run } from '@rotamer/kit/service/run.ts';
import { openClient, openDatabase, openPublishingBus, serveRpcs } from '@rotamer/kit/service/serviceParts.ts';
import { MembersDefinition } from '@rotamer/proto/projects/v1/members.ts';
import { configSchema } from './config.ts';
import { contextsOf } from './members.ts';
import { observeProjects } from './observeProjects.ts';
import { registryMembers } from './registry/registry.ts';
import { rpcTable } from './rpcTable.ts';
import { startCarryingOut } from './work/carryOut.ts';
import { startDeleting } from './work/deleteProjects.ts';
import { startForgetting } from './work/purge.ts';

await run('projects', async (life) => {
  const { log, onStop } = life;
  const config = loadConfig(configSchema, process.env);
  const db = await openDatabase(life, config, import.meta.dirname);
  observeProjects(db);

  const contexts = contextsOf({
    workflows: openClient(life, MembersDefinition, config, { address: config.workflowsAddress }),
    jobs: openClient(life, MembersDefinition, config, { address: config.jobsAddress }),
    files: openClient(life, MembersDefinition, config, { address: config.filesAddress }),
    registry: registryMembers(db),
  });
  const { signals } = await openPublishingBus(life, config, db);

  const deps = { db, clock: systemClock, signals, contexts, log };
  onStop('assignments', startCarryingOut(deps).stop);
  onStop('deletions', startDeleting({ ...deps, url: config.postgresUrl }).stop);
  onStop('forgetting', startForgetting(deps).stop);

  await serveRpcs(life, config, rpcTable(deps));
});
