import { startOtlpReceiver } from './otlpReceiver.ts';
import { parseOtlp } from './parseOtlp.ts';
import { createTraceBook } from './traceBook.ts';

const TICK_MS = 500;

export interface ShownTraces {
  /** Settings with which a service exports every trace here. */
  env: Record<string, string>;
  stop(): void;
}

/** Prints the trace of each submission. */
export async function showTraces(print: (text: string) => void): Promise<ShownTraces> {
  const book = createTraceBook({
    of: 'POST /api/v1/jobs',
    print: (lines) => print(`${lines.join('\n')}\n`),
    now: () => performance.now(),
  });
  const receiver = await startOtlpReceiver((body) => book.add(parseOtlp(body)));
  const ticking = setInterval(book.tick, TICK_MS);
  ticking.unref();
  return {
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint,
      OTEL_TRACES_SAMPLER: 'parentbased_always_on',
      OTEL_BSP_SCHEDULE_DELAY: '200',
      OTEL_METRICS_EXPORTER: 'none',
    },
    stop() {
      clearInterval(ticking);
      receiver.stop();
    },
  };
}
