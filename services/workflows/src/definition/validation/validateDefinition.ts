import type { Tools } from '../catalogue.ts';
import { toGraph } from '../graph.ts';
import { checkFlow } from './checkFlow.ts';
import { checkGraph, checkSize } from './checkGraph.ts';
import { checkShape } from './checkShape.ts';
import { checkTools } from './checkTools.ts';
import type { Findings } from './findings.ts';
import { createReport } from './report.ts';

/**
 * Everything there is to say about a draft, with the tools that there are now. Of a draft above its limits nothing is looked at but
 * its shape and size. Pure.
 */
export function validateDefinition(definition: unknown, settings: unknown, tools: Tools): Findings {
  const report = createReport();
  if (checkShape(definition, settings, report) && checkSize(definition, report)) {
    const graph = toGraph(definition, tools);
    checkGraph(definition, graph, report);
    checkTools(definition, graph, tools, report);
    checkFlow(graph, tools, report);
  }
  return report.findings;
}
