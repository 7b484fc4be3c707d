import { describe, expect, it } from 'vitest';
import { quietLog } from '../testing/quietLog.ts';
import { serveHealth } from './serveHealth.ts';

describe('health of a process', () => {
  it('is alive from the start, and ready once isReady returns true', async () => {
    let ready = false;
    const port = await serveHealth('127.0.0.1:0', () => ready, quietLog);
    const status = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status;
    expect([await status('/livez'), await status('/readyz'), await status('/')]).toEqual([200, 503, 404]);
    ready = true;
    expect(await status('/readyz')).toBe(200);
  });

  it('fails with the name of a setting that is not an address', async () => {
    await expect(serveHealth('9001', () => true, quietLog)).rejects.toThrow(
      "ROTAMER_HEALTH_LISTEN: '9001' is not host:port",
    );
  });
});
