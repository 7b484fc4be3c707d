import { listenOptions } from '@rotamer/http/server/serverOptions.ts';
import { loadConfig } from '@rotamer/kit/process/config.ts';
import { run } from '@rotamer/kit/service/run.ts';
import { cacheResults } from './api/cachedResults.ts';
import { openGateway } from './api/gateway.ts';
import { buildApp } from './app.ts';
import { configSchema } from './config.ts';
import { readAliases } from './databases.ts';

await run('compat', async ({ log, onStop }) => {
  const config = loadConfig(configSchema, process.env);
  const app = await buildApp({
    apiOf: openGateway({ url: config.gatewayUrl, ...config }),
    readResult: cacheResults(() => performance.now()),
    aliases: readAliases(config.databaseAliases),
    msaDatabase: config.msaDatabase,
    maxConnections: config.maxConnections,
    trustedProxies: config.trustedProxies,
    log,
  });
  const address = await app.listen(listenOptions(config.httpListen));
  log.info({ address }, 'serving HTTP');
  onStop('HTTP server', () => app.close());
});
