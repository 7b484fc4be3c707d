import { loadConfig } from '@rotamer/kit/process/config.ts';
import { run } from '@rotamer/kit/service/run.ts';
import { openClient } from '@rotamer/kit/service/serviceParts.ts';
import { LeasesDefinition } from '@rotamer/proto/jobs/v1/leases.ts';
import { tools } from '@rotamer/tools/catalogue.ts';
import { configuredTools } from '@rotamer/tools/shared/configured/configuredTools.ts';
import { configSchema } from './config.ts';
import { holdDatasets } from './datasets/heldDatasets.ts';
import { openCache } from './datasets/openCache.ts';
import { findOffers, fits, needOfPrograms } from './offers.ts';
import { openProcesses } from './openProcesses.ts';
import { startAnnouncing } from './work/announce.ts';
import { startClaiming } from './work/claimWork.ts';

await run('runner', async (life) => {
  const { log, onStop } = life;
  const config = loadConfig(configSchema, process.env);
  const { runnerId, slots, executor } = config;

  const leases = openClient(life, LeasesDefinition, config, { address: config.jobsAddress });

  const builtIn = tools.map(({ contract }) => contract);
  const ids = builtIn.map(({ id }) => id);
  const all = [...builtIn, ...(await configuredTools(config.toolsFolders, ids))];
  const contracts = new Map(
    all.filter((contract) => fits(contract, executor)).map((contract) => [contract.id, contract]),
  );
  const datasets = holdDatasets(config.datasets, log);
  const cache = openCache(config, datasets, leases, life, () => announcing.wake());
  const start =
    executor === 'kubernetes'
      ? // Loaded only here: the Kubernetes client is four times as large as everything else.
        await (await import('./pods/openPods.ts')).openPods(life, leases)
      : await openProcesses(life, config, leases, datasets, cache);

  const [own, others] = needOfPrograms([...contracts.values()]);
  const offers = await findOffers(own, executor);
  const announcing = startAnnouncing({ leases, runnerId, offers, datasets, cache, log });
  onStop('announce', announcing.stop);

  const claiming = startClaiming({
    leases,
    runnerId,
    offers,
    slots,
    start: (lease) => start(lease, contracts.get(lease.tool)!),
    log,
  });
  onStop('attempts', () => claiming.drain(config.drainSeconds * 1000));
  onStop('offers', announcing.drain);

  // Asking some dozens of programs takes a second or more. The first jobs do not wait for it.
  void findOffers(others, executor, config.answersDir).then((more) => {
    offers.push(...more);
    announcing.wake();
    log.info({ runnerId, slots, offers: offers.map(({ tool, major }) => `${tool}@${major}`) }, 'offering');
  });
});
