import { check as alignmentTrimCheck } from './alignment-trim/check.ts';
import { contract as alignmentTrim } from './alignment-trim/tool.ts';
import { check as conformerGenerationCheck } from './conformer-generation/check.ts';
import { contract as conformerGeneration } from './conformer-generation/tool.ts';
import type { Check, Run, ToolContract } from './contract.ts';
import { check as distanceTreeCheck } from './distance-tree/check.ts';
import { contract as distanceTree } from './distance-tree/tool.ts';
import { check as moleculeClusterCheck } from './molecule-cluster/check.ts';
import { contract as moleculeCluster } from './molecule-cluster/tool.ts';
import { check as moleculeConvertCheck } from './molecule-convert/check.ts';
import { contract as moleculeConvert } from './molecule-convert/tool.ts';
import { check as moleculeDepictCheck } from './molecule-depict/check.ts';
import { contract as moleculeDepict } from './molecule-depict/tool.ts';
import { check as moleculeDescriptorsCheck } from './molecule-descriptors/check.ts';
import { contract as moleculeDescriptors } from './molecule-descriptors/tool.ts';
import { check as moleculeFilterCheck } from './molecule-filter/check.ts';
import { contract as moleculeFilter } from './molecule-filter/tool.ts';
import { check as moleculeSimilarityCheck } from './molecule-similarity/check.ts';
import { contract as moleculeSimilarity } from './molecule-similarity/tool.ts';
import { check as motifScanCheck } from './motif-scan/check.ts';
import { contract as motifScan } from './motif-scan/tool.ts';
import { check as msaConservationCheck } from './msa-conservation/check.ts';
import { contract as msaConservation } from './msa-conservation/tool.ts';
import { check as orfFinderCheck } from './orf-finder/check.ts';
import { contract as orfFinder } from './orf-finder/tool.ts';
import { check as pairwiseAlignCheck } from './pairwise-align/check.ts';
import { contract as pairwiseAlign } from './pairwise-align/tool.ts';
import { check as proteinDigestCheck } from './protein-digest/check.ts';
import { contract as proteinDigest } from './protein-digest/tool.ts';
import { check as proteinPropertiesCheck } from './protein-properties/check.ts';
import { contract as proteinProperties } from './protein-properties/tool.ts';
import { check as sequenceClusterCheck } from './sequence-cluster/check.ts';
import { contract as sequenceCluster } from './sequence-cluster/tool.ts';
import { check as substructureSearchCheck } from './substructure-search/check.ts';
import { contract as substructureSearch } from './substructure-search/tool.ts';

export interface CatalogueEntry {
  contract: ToolContract;
  check: Check;
}

/** The built-in tools. Services load this list, so nothing behind it may load a chemistry toolkit. */
export const tools: CatalogueEntry[] = [
  { contract: proteinProperties, check: proteinPropertiesCheck },
  { contract: pairwiseAlign, check: pairwiseAlignCheck },
  { contract: sequenceCluster, check: sequenceClusterCheck },
  { contract: proteinDigest, check: proteinDigestCheck },
  { contract: msaConservation, check: msaConservationCheck },
  { contract: alignmentTrim, check: alignmentTrimCheck },
  { contract: distanceTree, check: distanceTreeCheck },
  { contract: orfFinder, check: orfFinderCheck },
  { contract: motifScan, check: motifScanCheck },
  { contract: moleculeFilter, check: moleculeFilterCheck },
  { contract: moleculeSimilarity, check: moleculeSimilarityCheck },
  { contract: substructureSearch, check: substructureSearchCheck },
  { contract: moleculeCluster, check: moleculeClusterCheck },
  { contract: moleculeDepict, check: moleculeDepictCheck },
  { contract: moleculeConvert, check: moleculeConvertCheck },
  { contract: moleculeDescriptors, check: moleculeDescriptorsCheck },
  { contract: conformerGeneration, check: conformerGenerationCheck },
];

export function findTool(id: string): CatalogueEntry | undefined {
  return tools.find((tool) => tool.contract.id === id);
}

/** Loads a tool's `run`, in the child process that executes it. The id becomes a path, so only known ids are accepted. */
export async function loadRun(id: string): Promise<Run> {
  if (!findTool(id)) throw new Error(`no built-in tool is called '${id}'`);
  const module: { run: Run } = await import(`./${id}/run.ts`);
  return module.run;
}
