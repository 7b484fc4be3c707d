// node checkHealth.ts <host:port>: exits 0 when the gRPC server there is well; the health check of a container.

import { createChannel, createClient } from 'nice-grpc';
import { HealthDefinition } from 'nice-grpc-server-health';

/** https://github.com/grpc/grpc/blob/master/doc/health-checking.md */
const SERVING = 1;

const [address = ''] = process.argv.slice(2);
const channel = createChannel(address);
const { status } = await createClient(HealthDefinition, channel).check(
  { service: '' },
  { signal: AbortSignal.timeout(3_000) },
);
channel.close();
if (status !== SERVING) throw new Error(`${address} is not serving`);
