import { startFaultProxy } from '@rotamer/kit/testing/faultProxy/faultProxy.ts';

interface Fault {
  request: RegExp;
  /** Bytes of the answer that still arrive. */
  left: number;
}

export interface HttpFaults {
  /** The service, through the proxy. */
  baseUrl: string;
  /** Resets the connection of the next request that matches, when more than so many bytes of its answer have arrived. */
  cutNext(request: RegExp, afterBytes?: number): void;
  /** The faults that have not happened yet. */
  left(): number;
  stop(): Promise<void>;
}

/** A proxy before a service that cuts the answers of requests, of which the service has seen everything. */
export async function startHttpFaults(baseUrl: string): Promise<HttpFaults> {
  const waiting: Fault[] = [];
  const proxy = await startFaultProxy(new URL(baseUrl).host, () => {
    let fault: Fault | undefined;
    return {
      sent(bytes) {
        const at = waiting.findIndex(({ request }) => request.test(bytes.toString('latin1')));
        if (at !== -1) [fault] = waiting.splice(at, 1);
      },
      cutsAt(bytes) {
        if (!fault) return false;
        fault.left -= bytes.length;
        return fault.left < 0;
      },
    };
  });
  return {
    baseUrl: `http://${proxy.address}`,
    cutNext: (request, afterBytes = 0) => void waiting.push({ request, left: afterBytes }),
    left: () => waiting.length,
    stop: () => proxy.stop(),
  };
}
