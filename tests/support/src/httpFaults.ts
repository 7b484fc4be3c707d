import { startFaultProxy } from '@rotamer/kit/testing/faultProxy/faultProxy.ts';

interface Fault {
  request: RegExp;
  /** Bytes of the response that still pass. */
  left: number;
}

export interface HttpFaults {
  /** The address of the service through the proxy. */
  baseUrl: string;
  /** Resets the connection of the next request that matches, after `afterBytes` bytes of its response. */
  cutNext(request: RegExp, afterBytes?: number): void;
  /** Returns the number of faults that have not happened yet. */
  left(): number;
  stop(): Promise<void>;
}

/** Starts a proxy that cuts responses. The service has received the whole request by then. */
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
