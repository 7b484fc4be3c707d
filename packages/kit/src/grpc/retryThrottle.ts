/** Failures in a row, within the memory of the throttle, that end retries: half of this. */
const MAX_TOKENS = 10;

/** Ten calls that are answered pay for one that is repeated. */
const TOKENS_PER_ANSWER = 0.1;

export interface RetryThrottle {
  answered(): void;
  failed(): void;
  /** Whether a repetition may help; when most calls fail, it only adds to the load of a neighbour in trouble. */
  mayRetry(): boolean;
}

/** Retry throttling of gRPC (https://github.com/grpc/proposal/blob/master/A6-client-retries.md#throttling-configuration). */
export function createRetryThrottle(): RetryThrottle {
  let tokens = MAX_TOKENS;
  return {
    answered() {
      tokens = Math.min(MAX_TOKENS, tokens + TOKENS_PER_ANSWER);
    },
    failed() {
      tokens = Math.max(0, tokens - 1);
    },
    mayRetry: () => tokens > MAX_TOKENS / 2,
  };
}
