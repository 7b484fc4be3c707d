/**
 * The forms that the Python clients of EMBL-EBI (github.com/ebi-jdispatcher/webservice-clients, of 2024-07-11) send to `run`, recorded
 * from the clients with only the required options: the defaults are those of the clients.
 */
export const dispatcherForms: Record<string, string> = {
  ncbiblast:
    'sequence=KVFGR&program=blastp&stype=protein&database=swissprot&task=blastp&matrix=BLOSUM62&alignments=50&scores=50&exp=10&dropoff=0&gapopen=-1&gapext=-1&filter=F&gapalign=true&compstats=F&align=0&transltable=1&email=me%40example.org',
  hmmer3_phmmer: 'sequence=KVFGR&database=swissprot&mx=BLOSUM62&nobias=false&alignView=true&email=me%40example.org',
  hmmer3_nhmmer: 'sequence=ACGTACGT&database=genomes&nobias=false&alignView=true&email=me%40example.org',
  hmmer3_hmmscan: 'sequence=KVFGR&database=pfam-a&cut_ga=true&nobias=false&alignView=true&email=me%40example.org',
  clustalo:
    'sequence=%3Ea%0AKVFGR%0A%3Eb%0AKVFG%0A&stype=protein&guidetreeout=true&addformats=false&dismatout=false&dealign=false&mbed=true&mbediteration=true&iterations=0&gtiterations=-1&hmmiterations=-1&outfmt=clustal_num&order=aligned&email=me%40example.org',
  mafft:
    'sequence=%3Ea%0AKVFGR%0A%3Eb%0AKVFG%0A&stype=protein&format=fasta&matrix=bl62&gapopen=1.53&order=aligned&nbtree=2&treeout=true&maxiterate=2&ffts=none&email=me%40example.org',
  muscle: 'sequence=%3Ea%0AKVFGR%0A%3Eb%0AKVFG%0A&format=clw&tree=none&email=me%40example.org',
  kalign: 'sequence=%3Ea%0AKVFGR%0A%3Eb%0AKVFG%0A&stype=protein&format=clu&email=me%40example.org',
  emboss_needle:
    'asequence=%3Ea%0AKVFGR%0A&bsequence=%3Eb%0AKVFG%0A&stype=protein&gapopen=10&gapext=0.5&endweight=false&endopen=10&endextend=0.5&format=pair&email=me%40example.org',
  emboss_water:
    'asequence=%3Ea%0AKVFGR%0A&bsequence=%3Eb%0AKVFG%0A&stype=protein&gapopen=10&gapext=0.5&format=pair&email=me%40example.org',
};
