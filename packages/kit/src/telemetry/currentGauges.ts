import { AggregationTemporality, InstrumentType } from '@opentelemetry/sdk-metrics';

/**
 * Makes a reader or an exporter report only the label sets of the last reading of a gauge. By default the SDK reports the
 * last value of a vanished label set for ever, for instance the age of a queue that has long been empty.
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
