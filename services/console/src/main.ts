import { loadConfig } from '@rotamer/kit/process/config.ts';
import { run } from '@rotamer/kit/service/run.ts';
import { openGateway } from './api/openApi.ts';
import { buildApp } from './app.ts';
import { configSchema } from './config.ts';

await run('console', async ({ log, onStop }) => {
  const { gatewayUrl, forwardAddresses, ...config } = loadConfig(configSchema, process.env);
  const app = await buildApp({ ...config, openApi: openGateway({ gatewayUrl, forwardAddresses }), log });
  const { hostname, port } = new URL(`http://${config.httpListen}`);
  const address = await app.listen({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 80) });
  log.info({ address }, 'serving HTTP');
  onStop('HTTP server', () => app.close());
});
