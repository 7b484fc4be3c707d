import { check as alignmentTrimCheck } from './alignment-trim/check.ts';
import { contract as alignmentTrim } from './alignment-trim/tool.ts';
import { check as antibodyNumberCheck } from './antibody-number/check.ts';
import { contract as antibodyNumber } from './antibody-number/tool.ts';
import { check as backboneTorsionsCheck } from './backbone-torsions/check.ts';
import { contract as backboneTorsions } from './backbone-torsions/tool.ts';
import { check as bindingBoxCheck } from './binding-box/check.ts';
import { contract as bindingBox } from './binding-box/tool.ts';
import { check as blastSearchCheck } from './blast-search/check.ts';
import { contract as blastSearch } from './blast-search/tool.ts';
import { check as cdHitCheck } from './cd-hit/check.ts';
import { contract as cdHit } from './cd-hit/tool.ts';
import { check as clustalOmegaCheck } from './clustal-omega/check.ts';
import { contract as clustalOmega } from './clustal-omega/tool.ts';
import { check as codonUsageCheck } from './codon-usage/check.ts';
import { contract as codonUsage } from './codon-usage/tool.ts';
import { check as conformerGenerationCheck } from './conformer-generation/check.ts';
import { contract as conformerGeneration } from './conformer-generation/tool.ts';
import { check as contactMapCheck } from './contact-map/check.ts';
import { contract as contactMap } from './contact-map/tool.ts';
import type { Check, ToolContract } from './contract.ts';
import { check as diamondSearchCheck } from './diamond-search/check.ts';
import { contract as diamondSearch } from './diamond-search/tool.ts';
import { check as disorderCheck } from './disorder/check.ts';
import { contract as disorder } from './disorder/tool.ts';
import { check as distanceTreeCheck } from './distance-tree/check.ts';
import { contract as distanceTree } from './distance-tree/tool.ts';
import { check as domainScanCheck } from './domain-scan/check.ts';
import { contract as domainScan } from './domain-scan/tool.ts';
import { check as dsspCheck } from './dssp/check.ts';
import { contract as dssp } from './dssp/tool.ts';
import { check as electrostaticsCheck } from './electrostatics/check.ts';
import { contract as electrostatics } from './electrostatics/tool.ts';
import { check as ensembleSuperposeCheck } from './ensemble-superpose/check.ts';
import { contract as ensembleSuperpose } from './ensemble-superpose/tool.ts';
import { check as fasttreeCheck } from './fasttree/check.ts';
import { contract as fasttree } from './fasttree/tool.ts';
import { check as freesasaCheck } from './freesasa/check.ts';
import { contract as freesasa } from './freesasa/tool.ts';
import { check as gromacsMdCheck } from './gromacs-md/check.ts';
import { contract as gromacsMd } from './gromacs-md/tool.ts';
import { check as gromacsMinimizeCheck } from './gromacs-minimize/check.ts';
import { contract as gromacsMinimize } from './gromacs-minimize/tool.ts';
import { check as hmmBuildCheck } from './hmm-build/check.ts';
import { contract as hmmBuild } from './hmm-build/tool.ts';
import { check as hmmSearchCheck } from './hmm-search/check.ts';
import { contract as hmmSearch } from './hmm-search/tool.ts';
import { check as interfaceCheck } from './interface/check.ts';
import { contract as interfaceTool } from './interface/tool.ts';
import { check as iqtreeCheck } from './iqtree/check.ts';
import { contract as iqtree } from './iqtree/tool.ts';
import { check as jackhmmerSearchCheck } from './jackhmmer-search/check.ts';
import { contract as jackhmmerSearch } from './jackhmmer-search/tool.ts';
import { check as kalignCheck } from './kalign/check.ts';
import { contract as kalign } from './kalign/tool.ts';
import { check as ligandConvertCheck } from './ligand-convert/check.ts';
import { contract as ligandConvert } from './ligand-convert/tool.ts';
import { check as ligandPrepareCheck } from './ligand-prepare/check.ts';
import { contract as ligandPrepare } from './ligand-prepare/tool.ts';
import { check as mafftCheck } from './mafft/check.ts';
import { contract as mafft } from './mafft/tool.ts';
import { check as mdAnalysisCheck } from './md-analysis/check.ts';
import { contract as mdAnalysis } from './md-analysis/tool.ts';
import { check as mmseqsClusterCheck } from './mmseqs-cluster/check.ts';
import { contract as mmseqsCluster } from './mmseqs-cluster/tool.ts';
import { check as mmseqsSearchCheck } from './mmseqs-search/check.ts';
import { contract as mmseqsSearch } from './mmseqs-search/tool.ts';
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
import { check as moleculeScoresCheck } from './molecule-scores/check.ts';
import { contract as moleculeScores } from './molecule-scores/tool.ts';
import { check as moleculeSimilarityCheck } from './molecule-similarity/check.ts';
import { contract as moleculeSimilarity } from './molecule-similarity/tool.ts';
import { check as moleculeStandardizeCheck } from './molecule-standardize/check.ts';
import { contract as moleculeStandardize } from './molecule-standardize/tool.ts';
import { check as motifScanCheck } from './motif-scan/check.ts';
import { contract as motifScan } from './motif-scan/tool.ts';
import { check as msaConservationCheck } from './msa-conservation/check.ts';
import { contract as msaConservation } from './msa-conservation/tool.ts';
import { check as msaSearchCheck } from './msa-search/check.ts';
import { contract as msaSearch } from './msa-search/tool.ts';
import { check as muscleCheck } from './muscle/check.ts';
import { contract as muscle } from './muscle/tool.ts';
import { check as mustangCheck } from './mustang/check.ts';
import { contract as mustang } from './mustang/tool.ts';
import { check as nhmmerSearchCheck } from './nhmmer-search/check.ts';
import { contract as nhmmerSearch } from './nhmmer-search/tool.ts';
import { check as normalModesCheck } from './normal-modes/check.ts';
import { contract as normalModes } from './normal-modes/tool.ts';
import { check as orfFinderCheck } from './orf-finder/check.ts';
import { contract as orfFinder } from './orf-finder/tool.ts';
import { check as pairwiseAlignCheck } from './pairwise-align/check.ts';
import { contract as pairwiseAlign } from './pairwise-align/tool.ts';
import { check as phmmerSearchCheck } from './phmmer-search/check.ts';
import { contract as phmmerSearch } from './phmmer-search/tool.ts';
import { check as pkaCheck } from './pka/check.ts';
import { contract as pka } from './pka/tool.ts';
import { check as pocketDetectCheck } from './pocket-detect/check.ts';
import { contract as pocketDetect } from './pocket-detect/tool.ts';
import { check as primerDesignCheck } from './primer-design/check.ts';
import { contract as primerDesign } from './primer-design/tool.ts';
import { check as prodigalGenesCheck } from './prodigal-genes/check.ts';
import { contract as prodigalGenes } from './prodigal-genes/tool.ts';
import { check as profileSearchCheck } from './profile-search/check.ts';
import { contract as profileSearch } from './profile-search/tool.ts';
import { check as proteinDigestCheck } from './protein-digest/check.ts';
import { contract as proteinDigest } from './protein-digest/tool.ts';
import { check as proteinPropertiesCheck } from './protein-properties/check.ts';
import { contract as proteinProperties } from './protein-properties/tool.ts';
import { check as protonateCheck } from './protonate/check.ts';
import { contract as protonate } from './protonate/tool.ts';
import { check as rGroupsCheck } from './r-groups/check.ts';
import { contract as rGroups } from './r-groups/tool.ts';
import { check as sequenceClusterCheck } from './sequence-cluster/check.ts';
import { contract as sequenceCluster } from './sequence-cluster/tool.ts';
import { check as sequenceLogoCheck } from './sequence-logo/check.ts';
import { contract as sequenceLogo } from './sequence-logo/tool.ts';
import { check as structureConvertCheck } from './structure-convert/check.ts';
import { contract as structureConvert } from './structure-convert/tool.ts';
import { check as structurePrepareCheck } from './structure-prepare/check.ts';
import { contract as structurePrepare } from './structure-prepare/tool.ts';
import { check as structureQualityCheck } from './structure-quality/check.ts';
import { contract as structureQuality } from './structure-quality/tool.ts';
import { check as structureRepairCheck } from './structure-repair/check.ts';
import { contract as structureRepair } from './structure-repair/tool.ts';
import { check as structureSummaryCheck } from './structure-summary/check.ts';
import { contract as structureSummary } from './structure-summary/tool.ts';
import { check as structureSuperposeCheck } from './structure-superpose/check.ts';
import { contract as structureSuperpose } from './structure-superpose/tool.ts';
import { check as substructureSearchCheck } from './substructure-search/check.ts';
import { contract as substructureSearch } from './substructure-search/tool.ts';
import { check as surfaceAreaCheck } from './surface-area/check.ts';
import { contract as surfaceArea } from './surface-area/tool.ts';
import { check as tmAlignCheck } from './tm-align/check.ts';
import { contract as tmAlign } from './tm-align/tool.ts';
import { check as translateCheck } from './translate/check.ts';
import { contract as translate } from './translate/tool.ts';
import { check as vinaDockCheck } from './vina-dock/check.ts';
import { contract as vinaDock } from './vina-dock/tool.ts';

export interface CatalogueEntry {
  contract: ToolContract;
  check: Check;
}

/** The built-in tools. Services load this list, so its imports must not load a chemistry toolkit. */
export const tools: CatalogueEntry[] = [
  { contract: proteinProperties, check: proteinPropertiesCheck },
  { contract: pairwiseAlign, check: pairwiseAlignCheck },
  { contract: sequenceCluster, check: sequenceClusterCheck },
  { contract: proteinDigest, check: proteinDigestCheck },
  { contract: msaConservation, check: msaConservationCheck },
  { contract: alignmentTrim, check: alignmentTrimCheck },
  { contract: distanceTree, check: distanceTreeCheck },
  { contract: disorder, check: disorderCheck },
  { contract: antibodyNumber, check: antibodyNumberCheck },
  { contract: orfFinder, check: orfFinderCheck },
  { contract: primerDesign, check: primerDesignCheck },
  { contract: translate, check: translateCheck },
  { contract: codonUsage, check: codonUsageCheck },
  { contract: sequenceLogo, check: sequenceLogoCheck },
  { contract: motifScan, check: motifScanCheck },
  { contract: moleculeFilter, check: moleculeFilterCheck },
  { contract: moleculeScores, check: moleculeScoresCheck },
  { contract: moleculeSimilarity, check: moleculeSimilarityCheck },
  { contract: moleculeStandardize, check: moleculeStandardizeCheck },
  { contract: rGroups, check: rGroupsCheck },
  { contract: substructureSearch, check: substructureSearchCheck },
  { contract: moleculeCluster, check: moleculeClusterCheck },
  { contract: moleculeDepict, check: moleculeDepictCheck },
  { contract: moleculeConvert, check: moleculeConvertCheck },
  { contract: moleculeDescriptors, check: moleculeDescriptorsCheck },
  { contract: conformerGeneration, check: conformerGenerationCheck },
  { contract: structureSummary, check: structureSummaryCheck },
  { contract: structurePrepare, check: structurePrepareCheck },
  { contract: structureRepair, check: structureRepairCheck },
  { contract: interfaceTool, check: interfaceCheck },
  { contract: pka, check: pkaCheck },
  { contract: normalModes, check: normalModesCheck },
  { contract: contactMap, check: contactMapCheck },
  { contract: structureSuperpose, check: structureSuperposeCheck },
  { contract: backboneTorsions, check: backboneTorsionsCheck },
  { contract: surfaceArea, check: surfaceAreaCheck },
  { contract: bindingBox, check: bindingBoxCheck },
  { contract: mafft, check: mafftCheck },
  { contract: kalign, check: kalignCheck },
  { contract: muscle, check: muscleCheck },
  { contract: clustalOmega, check: clustalOmegaCheck },
  { contract: dssp, check: dsspCheck },
  { contract: tmAlign, check: tmAlignCheck },
  { contract: freesasa, check: freesasaCheck },
  { contract: mustang, check: mustangCheck },
  { contract: structureQuality, check: structureQualityCheck },
  { contract: ensembleSuperpose, check: ensembleSuperposeCheck },
  { contract: structureConvert, check: structureConvertCheck },
  { contract: protonate, check: protonateCheck },
  { contract: electrostatics, check: electrostaticsCheck },
  { contract: fasttree, check: fasttreeCheck },
  { contract: cdHit, check: cdHitCheck },
  { contract: gromacsMinimize, check: gromacsMinimizeCheck },
  { contract: gromacsMd, check: gromacsMdCheck },
  { contract: mdAnalysis, check: mdAnalysisCheck },
  { contract: hmmBuild, check: hmmBuildCheck },
  { contract: hmmSearch, check: hmmSearchCheck },
  { contract: phmmerSearch, check: phmmerSearchCheck },
  { contract: ligandPrepare, check: ligandPrepareCheck },
  { contract: ligandConvert, check: ligandConvertCheck },
  { contract: vinaDock, check: vinaDockCheck },
  { contract: blastSearch, check: blastSearchCheck },
  { contract: diamondSearch, check: diamondSearchCheck },
  { contract: domainScan, check: domainScanCheck },
  { contract: mmseqsSearch, check: mmseqsSearchCheck },
  { contract: msaSearch, check: msaSearchCheck },
  { contract: profileSearch, check: profileSearchCheck },
  { contract: jackhmmerSearch, check: jackhmmerSearchCheck },
  { contract: nhmmerSearch, check: nhmmerSearchCheck },
  { contract: mmseqsCluster, check: mmseqsClusterCheck },
  { contract: iqtree, check: iqtreeCheck },
  { contract: pocketDetect, check: pocketDetectCheck },
  { contract: prodigalGenes, check: prodigalGenesCheck },
];

export function findTool(id: string): CatalogueEntry | undefined {
  return tools.find((tool) => tool.contract.id === id);
}
