import type { ResidueKind } from '../../shared/residueCodes.ts';

/**
 * Generated alignments, with the columns that trimAl 1.5.0 (`-colnumbering`) and pytrimal 0.8.5 (trimAl 2) keep,
 * counted from 1. Of 500 such alignments, our result differed from pytrimal in 3 and equalled trimAl 1.5.0 there. It
 * differed from trimAl 1.5.0 only in the first three columns.
 */
export const trimmed: { name: string; alphabet: ResidueKind; rows: string[]; columns: Record<string, string> }[] = [
  {
    name: 'proteins 1',
    alphabet: 'protein',
    rows: [
      'F---PR-Y-FAETM-K-FRD-SNAAG--TV--IV--E--QSICYR-WC-RQ-K-QI---AY-SFF-',
      'F-V-R--NK-AETI-YLHR---N-FL--EV--IV--TM-ISDPYR--C-RV-K-QIP--AY-GE--',
      'F-V--R-S-KLETL-F-NRC-LNAAG---VY-QV--C-NISWQYR-WC-RS-K-QIP--AY-SL-R',
      'DA-----EIGYETE-YLDR--YN--G---V-PR---P-LASEQYR--C-RV-K-QIP--AY-RI-R',
      '-P---R-YTGMEEN-SHHRC-HN-AG-L-V--IV--E--I-NQRR-W--RY-K-QIP--AH-STF-',
    ],
    columns: {
      gappyout: '1,6,8-14,16-20,22-23,25-26,30,33-34,37,40-45,47-48,50-51,53,55-57,60-61,63-64',
      strict: '40-45,47-48,50,53,55-57,60-61,63',
      strictplus: '11-13,23-26,32-34,40-45,47-48,50,53,55-57,60-61,63',
      automated1: '1,6,8-14,16-20,22-23,25-26,30,33-34,37,40-45,47-48,50-51,53,55-57,60-61,63-64',
    },
  },
  {
    name: 'proteins 2',
    alphabet: 'protein',
    rows: [
      'KNMSKQQDVCQVH-CKM-GAHGYNRWKFFDWL-VYHPTEIPLPIRVMTDGCFTPNRGACQ',
      'KKDSKTA--STHHLQDMWGGNGDNNTKSFFWV-F-HPTQAP-PPDYHTDR-QINKRTACS',
      'PNVEKIID-CQPG-LRMP-FEGDNQ-KIFSREQLIHPTQN-DPHDHFRDPHDRNIIGACS',
      'KNHSKLIDVCPIHSTEMSRPD-D-VMKQFYWQ-WWHPTRFPNPRKYMLDVYFDPQTGKCS',
      'KNNGKIPDVCPIHGEEMSGDV-DNWHKIFYH-YLEHPTYPPPPQVLYED--GTPMCRA-S',
      'KNGLKPID-CVLRSHTMSPAYGDNFNKPFYWYKLFHPTIVPFPKPLAHDNTCDPKPGA-S',
      'KI-S-PVDVCPW-IKDM-GRICDNCHKI-YSLGRKHP-PWNPPVVYKID-VWHPYGAACE',
    ],
    columns: {
      gappyout: '1-8,10-13,15-17,19-21,23-32,34-49,52-58,60',
      strict: '1-13,15-19,34-39,56-60',
      strictplus: '1-13,15-19,23-25,27-30,34-39,56-60',
      automated1: '1-13,15-19,34-39,56-60',
    },
  },
  {
    name: 'DNA 1',
    alphabet: 'dna',
    rows: [
      'G-ACCT-GTTTA-AGGC-CCA-AG-TCTT-CGATAT--CT-ACA-CG-CTA',
      'G-ATGG--TTTATCG---CCA-GTTACCG-C-C--TCC-C-AG--CG-C-C',
      'G-GTCT--TTT--C-GG-CCA--A-ACAG-CGATATT--C-TTC-C-TCTA',
      'G-GCCA--T-TA-CGG--CC---A-ACCG-T-T-A-T--T-ACA-CGAC-A',
      'GAGCCTA-T-GA-CGGC--CA-A--GC-GTCTCAG-TG-C-ATT-CTTCCA',
      'G--CGTC-T-TA-CGGC-CCA--T-ACCG-C-CGTTCC-TGACC-CG-CGA',
    ],
    columns: {
      gappyout: '1,3-6,9,11-12,14-17,19-21,24,26-29,31,33-37,40,42-44,46-47,49-51',
      strict: '9-17,19-21',
      strictplus: '3-5,9-17,19-21,46-49',
      automated1: '1,3-6,9,11-12,14-17,19-21,24,26-29,31,33-37,40,42-44,46-47,49-51',
    },
  },
  {
    name: 'DNA 2',
    alphabet: 'dna',
    rows: [
      '-GTC-TAGCT-GGT-GCTA-TCCTAG--GCGCTC-GTG-T--CA',
      'AGAC-G-ACGCTTT-GACA-GTCAT-G-A-CCTA-GAG-C--C-',
      'TGGC-T-TCGCGA--G-A--GGCCAGA---GCTA-G-GCC--C-',
      'AGG--T-CCGCAA----TA-GCCTCTT--CAC-A-G-G-T--CA',
      'AGTC-G-GCGCC---TAGA-GTCTTGC-C-GA-A-GCG-C--CA',
      'AGTC-TCGCG-CGT-GAGA-GGTAATT-A-GCTAGGA--C--CA',
      'AGCT-T-GCGCTG-GGAAA-AACTCAA-A-ACTAGGGGCC--CG',
      'AGTC-T-GCGCTT--GCGA-GGGGTCA--C-CTA---G-C--CT',
      'CGAC-T-CCG-A---GATA-GGCGCGA-C-ACTA-GCG-C--CA',
    ],
    columns: {
      gappyout: '1-4,6,8-10,12-13,16-19,21-27,31-34,36,38,40,43-44',
      strict: '32-36',
      strictplus: '1-4,8-10,16-19,32-36,43-44',
      automated1: '1-4,6,8-10,12-13,16-19,21-27,31-34,36,38,40,43-44',
    },
  },
];
