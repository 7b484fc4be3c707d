/**
 * The automatic methods of trimAl, which derive their thresholds from the alignment: Capella-Gutierrez et al.,
 * Bioinformatics 25:1972-1973 (2009), and "Trimming algorithms" of trimAl's manual. Numbers are rounded to single
 * precision before comparing them with a threshold, as in trimAl.
 */
export const automaticMethods = ['gappyout', 'strict', 'strictplus', 'automated1'] as const;

export type AutomaticMethod = (typeof automaticMethods)[number];
