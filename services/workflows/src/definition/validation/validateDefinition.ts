import type { Tools } from '../catalogue.ts';
import { toGraph } from '../graph.ts';
import { checkFlow } from './checkFlow.ts';
import { checkGraph, checkSize } from './checkGraph.ts';
import { checkShape } from './checkShape.ts';
import { checkTools } from './checkTools.ts';
import type { Findings } from './findings.ts';
import { createReport } from './report.ts';

/**
 * Returns all findings about a draft, with the currently available tools. For a draft above its limits, only shape and size are checked.
 * Pure.
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
