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
  const { hostname, port } = new URL(`http://${config.httpListen}`);
  const address = await app.listen({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 80) });
  log.info({ address }, 'serving HTTP');
  onStop('HTTP server', () => app.close());
});
