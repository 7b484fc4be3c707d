import type { Kind } from '../../contract.ts';

/** A short text of a kind, in its format. */
export interface Sample {
  format: string;
  text: string;
}

/** The region around the E helix of four globins (UniProt P68871, P69905, P02185, P02240). */
const globins = `>HBB_HUMAN
NPKVKAHGKKVLGAFSDGLAHLDNLKGTFATLSELH
>HBA_HUMAN
SAQVKGHGKKVADALTNAVAHVDDMPNALSALSDLH
>MYG_PHYMC
SEDLKKHGVTVLTALGAILKKKGHHEAELKPLAQSH
>LGB2_LUPLU
NPELQAHAGKVFKLVYEAAIQLQVTGVVVTDATLKN
`;

/** The alpha helix of ubiquitin: residues 23 to 34 of PDB 1UBQ (CC0), with their side chains, which some programs need. */
const helix = `HEADER    UBIQUITIN, RESIDUES 23 TO 34
ATOM    171  N   ILE A  23      31.113  20.863  15.860  1.00  8.32           N
ATOM    172  CA  ILE A  23      31.288  22.201  16.417  1.00  9.92           C
ATOM    173  C   ILE A  23      32.776  22.519  16.577  1.00 10.01           C
ATOM    174  O   ILE A  23      33.233  23.659  16.384  1.00  8.71           O
ATOM    175  CB  ILE A  23      30.520  22.300  17.764  1.00 10.78           C
ATOM    176  CG1 ILE A  23      29.006  22.043  17.442  1.00 11.38           C
ATOM    177  CG2 ILE A  23      30.832  23.699  18.358  1.00 10.90           C
ATOM    178  CD1 ILE A  23      28.407  22.948  16.366  1.00 12.30           C
ATOM    179  N   GLU A  24      33.548  21.526  16.950  1.00  9.54           N
ATOM    180  CA  GLU A  24      35.031  21.722  17.069  1.00 11.81           C
ATOM    181  C   GLU A  24      35.615  22.190  15.759  1.00 11.14           C
ATOM    182  O   GLU A  24      36.532  23.046  15.724  1.00 10.62           O
ATOM    183  CB  GLU A  24      35.667  20.383  17.447  1.00 19.24           C
ATOM    184  CG  GLU A  24      37.128  20.293  17.872  1.00 27.76           C
ATOM    185  CD  GLU A  24      37.561  18.851  18.082  1.00 32.92           C
ATOM    186  OE1 GLU A  24      37.758  18.024  17.195  1.00 34.80           O
ATOM    187  OE2 GLU A  24      37.628  18.599  19.313  1.00 36.51           O
ATOM    188  N   ASN A  25      35.139  21.624  14.662  1.00  9.43           N
ATOM    189  CA  ASN A  25      35.590  21.945  13.302  1.00 10.96           C
ATOM    190  C   ASN A  25      35.238  23.382  12.920  1.00  9.68           C
ATOM    191  O   ASN A  25      36.066  24.109  12.333  1.00  9.33           O
ATOM    192  CB  ASN A  25      35.064  20.957  12.255  1.00 16.78           C
ATOM    193  CG  ASN A  25      35.541  21.418  10.871  1.00 22.31           C
ATOM    194  OD1 ASN A  25      36.772  21.623  10.676  1.00 25.66           O
ATOM    195  ND2 ASN A  25      34.628  21.595   9.920  1.00 24.70           N
ATOM    196  N   VAL A  26      34.007  23.745  13.250  1.00  6.52           N
ATOM    197  CA  VAL A  26      33.533  25.097  12.978  1.00  5.53           C
ATOM    198  C   VAL A  26      34.441  26.099  13.684  1.00  4.42           C
ATOM    199  O   VAL A  26      34.883  27.090  13.093  1.00  3.40           O
ATOM    200  CB  VAL A  26      32.060  25.257  13.364  1.00  3.86           C
ATOM    201  CG1 VAL A  26      31.684  26.749  13.342  1.00  7.25           C
ATOM    202  CG2 VAL A  26      31.152  24.421  12.477  1.00  8.12           C
ATOM    203  N   LYS A  27      34.734  25.822  14.949  1.00  2.64           N
ATOM    204  CA  LYS A  27      35.596  26.715  15.736  1.00  4.14           C
ATOM    205  C   LYS A  27      36.975  26.826  15.107  1.00  5.58           C
ATOM    206  O   LYS A  27      37.579  27.926  15.159  1.00  4.11           O
ATOM    207  CB  LYS A  27      35.715  26.203  17.172  1.00  3.97           C
ATOM    208  CG  LYS A  27      34.343  26.445  17.898  1.00  7.45           C
ATOM    209  CD  LYS A  27      34.509  26.077  19.360  1.00  9.02           C
ATOM    210  CE  LYS A  27      33.206  26.311  20.122  1.00 12.90           C
ATOM    211  NZ  LYS A  27      33.455  25.910  21.546  1.00 15.47           N
ATOM    212  N   ALA A  28      37.499  25.743  14.571  1.00  6.61           N
ATOM    213  CA  ALA A  28      38.794  25.761  13.880  1.00  7.74           C
ATOM    214  C   ALA A  28      38.728  26.591  12.611  1.00  9.17           C
ATOM    215  O   ALA A  28      39.704  27.346  12.277  1.00 11.45           O
ATOM    216  CB  ALA A  28      39.285  24.336  13.566  1.00  7.68           C
ATOM    217  N   LYS A  29      37.633  26.543  11.867  1.00  8.96           N
ATOM    218  CA  LYS A  29      37.471  27.391  10.668  1.00  7.90           C
ATOM    219  C   LYS A  29      37.441  28.882  11.052  1.00  6.92           C
ATOM    220  O   LYS A  29      38.020  29.772  10.382  1.00  6.87           O
ATOM    221  CB  LYS A  29      36.193  27.058   9.911  1.00 10.28           C
ATOM    222  CG  LYS A  29      36.153  25.620   9.409  1.00 14.94           C
ATOM    223  CD  LYS A  29      34.758  25.280   8.900  1.00 19.69           C
ATOM    224  CE  LYS A  29      34.793  24.264   7.767  1.00 22.63           C
ATOM    225  NZ  LYS A  29      34.914  24.944   6.441  1.00 24.98           N
ATOM    226  N   ILE A  30      36.811  29.170  12.192  1.00  4.57           N
ATOM    227  CA  ILE A  30      36.731  30.570  12.645  1.00  5.58           C
ATOM    228  C   ILE A  30      38.148  30.981  13.069  1.00  7.26           C
ATOM    229  O   ILE A  30      38.544  32.150  12.856  1.00  9.46           O
ATOM    230  CB  ILE A  30      35.708  30.776  13.806  1.00  5.36           C
ATOM    231  CG1 ILE A  30      34.228  30.630  13.319  1.00  2.94           C
ATOM    232  CG2 ILE A  30      35.874  32.138  14.512  1.00  2.78           C
ATOM    233  CD1 ILE A  30      33.284  30.504  14.552  1.00  2.00           C
ATOM    234  N   GLN A  31      38.883  30.110  13.713  1.00  7.06           N
ATOM    235  CA  GLN A  31      40.269  30.508  14.115  1.00  8.67           C
ATOM    236  C   GLN A  31      41.092  30.808  12.851  1.00 10.90           C
ATOM    237  O   GLN A  31      41.828  31.808  12.681  1.00  9.63           O
ATOM    238  CB  GLN A  31      40.996  29.399  14.865  1.00  9.12           C
ATOM    239  CG  GLN A  31      42.445  29.848  15.182  1.00 10.76           C
ATOM    240  CD  GLN A  31      43.090  28.828  16.095  1.00 13.78           C
ATOM    241  OE1 GLN A  31      42.770  27.655  15.906  1.00 14.48           O
ATOM    242  NE2 GLN A  31      43.898  29.252  17.050  1.00 14.76           N
ATOM    243  N   ASP A  32      41.001  29.878  11.931  1.00 10.93           N
ATOM    244  CA  ASP A  32      41.718  30.022  10.643  1.00 14.01           C
ATOM    245  C   ASP A  32      41.399  31.338   9.967  1.00 14.04           C
ATOM    246  O   ASP A  32      42.260  32.036   9.381  1.00 13.39           O
ATOM    247  CB  ASP A  32      41.398  28.780   9.810  1.00 18.01           C
ATOM    248  CG  ASP A  32      42.626  28.557   8.928  1.00 24.33           C
ATOM    249  OD1 ASP A  32      43.666  28.262   9.539  1.00 26.29           O
ATOM    250  OD2 ASP A  32      42.430  28.812   7.728  1.00 25.17           O
ATOM    251  N   LYS A  33      40.117  31.750   9.988  1.00 14.22           N
ATOM    252  CA  LYS A  33      39.808  32.994   9.233  1.00 14.00           C
ATOM    253  C   LYS A  33      39.837  34.271   9.995  1.00 12.37           C
ATOM    254  O   LYS A  33      40.164  35.323   9.345  1.00 12.17           O
ATOM    255  CB  LYS A  33      38.615  32.801   8.320  1.00 18.62           C
ATOM    256  CG  LYS A  33      37.220  32.822   8.827  1.00 24.00           C
ATOM    257  CD  LYS A  33      36.351  33.613   7.838  1.00 27.61           C
ATOM    258  CE  LYS A  33      36.322  32.944   6.477  1.00 27.64           C
ATOM    259  NZ  LYS A  33      35.768  33.945   5.489  1.00 30.06           N
ATOM    260  N   GLU A  34      39.655  34.335  11.285  1.00 10.11           N
ATOM    261  CA  GLU A  34      39.676  35.547  12.072  1.00 10.07           C
ATOM    262  C   GLU A  34      40.675  35.527  13.200  1.00  9.32           C
ATOM    263  O   GLU A  34      40.814  36.528  13.911  1.00 11.61           O
ATOM    264  CB  GLU A  34      38.290  35.814  12.698  1.00 14.77           C
ATOM    265  CG  GLU A  34      37.156  35.985  11.688  1.00 18.75           C
ATOM    266  CD  GLU A  34      37.192  37.361  11.033  1.00 22.28           C
ATOM    267  OE1 GLU A  34      37.519  38.360  11.645  1.00 21.95           O
ATOM    268  OE2 GLU A  34      36.861  37.320   9.822  1.00 25.19           O
TER
END
`;

/** The last two residues of ubiquitin. `protonate` added their hydrogens, charges and radii of PARSE. */
const glycines = `ATOM      1  N   GLY    75      41.165  35.531  31.898 -0.4000 1.5000
ATOM      2  CA  GLY    75      41.845  36.550  32.686 -0.0000 2.0000
ATOM      3  C   GLY    75      41.251  37.941  32.588  0.5500 1.7000
ATOM      4  O   GLY    75      41.102  38.523  31.500 -0.5500 1.4000
ATOM      5  H   GLY    75      40.153  35.287  32.036  0.4000 1.0000
ATOM      6  HA2 GLY    75      41.854  36.259  33.669  0.0000 0.0000
ATOM      7  HA3 GLY    75      42.830  36.586  32.403  0.0000 0.0000
ATOM      8  N   GLY    76      40.946  38.472  33.757 -0.4000 1.5000
ATOM      9  CA  GLY    76      40.373  39.813  33.944 -0.0000 2.0000
ATOM     10  C   GLY    76      40.031  39.992  35.432  0.1000 1.7000
ATOM     11  O   GLY    76      38.933  40.525  35.687 -0.5500 1.4000
ATOM     12  OXT GLY    76      40.862  39.575  36.251 -0.5500 1.4000
ATOM     13  H   GLY    76      41.152  37.838  34.581  0.4000 1.0000
ATOM     14  HA2 GLY    76      41.037  40.501  33.674  0.0000 0.0000
ATOM     15  HA3 GLY    76      39.544  39.901  33.403  0.0000 0.0000
END
`;

const ethanol = `ethanol
  RDKit          3D

  3  2  0  0  0  0  0  0  0  0999 V2000
    0.9011   -0.0750    0.0144 C   0  0
   -0.5844   -0.3678    0.0562 C   0  0
   -1.3058    0.8221    0.3398 O   0  0
  1  2  1  0
  2  3  1  0
M  END
$$$$
`;

/** A small text for each kind that a person can paste. Kinds that only tools write have none. */
export const samples: Partial<Record<Kind, Sample>> = {
  protein: { format: 'FASTA', text: globins },
  msa: { format: 'AFA', text: globins },
  dna: { format: 'FASTA', text: `>orf\nATG${'GCTGAAAAACGTCTGCTGGAT'.repeat(8)}TAA\n` },
  smiles: {
    format: 'SMILES',
    text: 'CC(=O)Oc1ccccc1C(=O)O aspirin\nCC(C)Cc1ccc(cc1)C(C)C(=O)O ibuprofen\nCC(=O)Nc1ccc(O)cc1 paracetamol\n',
  },
  ligand: { format: 'SDF', text: ethanol },
  structure: { format: 'PDB', text: helix },
  box: { format: 'JSON', text: '{"center": [37, 28, 13], "size": [24, 24, 24]}' },
};

/** The Fv of trastuzumab (PDB 1N8Z) and the nanobody cAb-Lys3 (PDB 1MEL). */
const antibodies = `>trastuzumab_heavy
EVQLVESGGGLVQPGGSLRLSCAASGFNIKDTYIHWVRQAPGKGLEWVARIYPTNGYTRYADSVKGRFTISADTSKNTAY
LQMNSLRAEDTAVYYCSRWGGDGFYAMDYWGQGTLVTVSS
>trastuzumab_light
DIQMTQSPSSLSASVGDRVTITCRASQDVNTAVAWYQQKPGKAPKLLIYSASFLYSGVPSRFSGSRSGTDFTLTISSLQP
EDFATYYCQQHYTTPPTFGQGTKVEIK
>cAb-Lys3
DVQLQASGGGSVQAGGSLRLSCAASGYTIGPYCMGWFRQAPGKEREGVAAINMGGGITYYADSVKGRFTISQDNAKNTVY
LLMNSLEPEDTAIYYCAADSTIYASYYECGHGLSTGGYGYDSWGQGTQVTVSS
`;

/** Samples for tools that find nothing in the sample of the kind. */
export const toolSamples: Record<string, Sample> = {
  'antibody-number': { format: 'FASTA', text: antibodies },
};

/** Samples in other formats, for slots that do not take the format of the kind's sample. */
export const otherFormats: Partial<Record<Kind, Sample[]>> = {
  pattern: [
    { format: 'SMARTS', text: 'c1ccccc1C(=O)O benzoic acid\n' },
    { format: 'PROSITE', text: 'N-{P}-[ST]-{P}.' },
  ],
  structure: [{ format: 'PQR', text: glycines }],
};
