import { AggregationTemporality, InstrumentType } from '@opentelemetry/sdk-metrics';

/**
 * Makes a reader or an exporter report gauges as their last reading had them. The SDK's own choice goes on for ever with
 * the last value of a label set that is no longer read: the age of a queue that has long been empty, for instance.
 */
export function currentGauges<
  Chooser extends { selectAggregationTemporality?(type: InstrumentType): AggregationTemporality },
>(chooser: Chooser): Chooser {
  const usual = chooser.selectAggregationTemporality?.bind(chooser);
  chooser.selectAggregationTemporality = (type) =>
    type === InstrumentType.OBSERVABLE_GAUGE
      ? AggregationTemporality.DELTA
      : (usual?.(type) ?? AggregationTemporality.CUMULATIVE);
  return chooser;
}
