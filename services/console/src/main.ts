import { listenOptions } from '@rotamer/http/server/serverOptions.ts';
import { loadConfig } from '@rotamer/kit/process/config.ts';
import { run } from '@rotamer/kit/service/run.ts';
import { openGateway } from './api/openApi.ts';
import { buildApp } from './app.ts';
import { configSchema } from './config.ts';

await run('console', async ({ log, onStop }) => {
  const { gatewayUrl, forwardAddresses, ...config } = loadConfig(configSchema, process.env);
  const app = await buildApp({ ...config, openApi: openGateway({ gatewayUrl, forwardAddresses }), log });
  const address = await app.listen(listenOptions(config.httpListen));
  log.info({ address }, 'serving HTTP');
  onStop('HTTP server', () => app.close());
});
