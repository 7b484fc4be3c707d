const proteinMatrices: Record<string, string[]> = {
  blosum30: ['--bl', '30'],
  blosum45: ['--bl', '45'],
  blosum62: ['--bl', '62'],
  blosum80: ['--bl', '80'],
  jtt100: ['--jtt', '100'],
  jtt200: ['--jtt', '200'],
  tm200: ['--tm', '200'],
};

/** By the PAM distance at which Kimura's model of nucleotides is used. */
const nucleotideMatrices: Record<string, string[]> = {
  kimura1: ['--kimura', '1'],
  kimura20: ['--kimura', '20'],
  kimura200: ['--kimura', '200'],
};

export const matrices: Record<string, string[]> = { auto: [], ...proteinMatrices, ...nucleotideMatrices };

export const isForProteins = (matrix: string): boolean => matrix in proteinMatrices;
