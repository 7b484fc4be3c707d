import { InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace';
import { onTestFinished } from 'vitest';
import { resourceOf, startTracing } from '../telemetry/sdk.ts';

let recording: InMemorySpanExporter | undefined;

/** Records every span of the test in memory. Tracers keep the first provider that they find, so there is one per test file. */
export function recordSpans(): InMemorySpanExporter {
  const exporter = recording ?? start();
  recording = exporter;
  onTestFinished(() => exporter.reset());
  return exporter;
}

function start(): InMemorySpanExporter {
  const exporter = new InMemorySpanExporter();
  const processor = new SimpleSpanProcessor({ exporter });
  startTracing(resourceOf('test'), [processor], { OTEL_TRACES_SAMPLER: 'parentbased_always_on' });
  return exporter;
}
