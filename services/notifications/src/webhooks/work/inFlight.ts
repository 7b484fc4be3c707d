/** The attempts that a process makes now. */
export interface InFlight {
  count(): number;
  /** Returns the endpoints that get no further attempt now: those with `most` attempts, and failing ones with any. */
  busy(most: number): string[];
  /** Starts an attempt, which must not throw, and calls `onEnd` when it is no longer counted. */
  run(endpointId: string, isFailing: boolean, attempt: () => Promise<void>, onEnd: () => void): void;
  /** Resolves when no attempt is left. */
  idle(): Promise<void>;
}

interface Running {
  attempts: Set<Promise<void>>;
  isFailing: boolean;
}

export function createInFlight(): InFlight {
  const endpoints = new Map<string, Running>();
  const all = () => [...endpoints.values()].flatMap(({ attempts }) => [...attempts]);
  let count = 0;
  return {
    count: () => count,
    busy: (most) =>
      [...endpoints].filter(([, { attempts, isFailing }]) => isFailing || attempts.size >= most).map(([id]) => id),
    run(endpointId, isFailing, attempt, onEnd) {
      const running: Running = endpoints.get(endpointId) ?? { attempts: new Set(), isFailing };
      running.isFailing = isFailing;
      endpoints.set(endpointId, running);
      count++;
      const one = attempt().finally(() => {
        count--;
        running.attempts.delete(one);
        if (running.attempts.size === 0) endpoints.delete(endpointId);
        onEnd();
      });
      running.attempts.add(one);
    },
    async idle() {
      await Promise.all(all());
    },
  };
}
