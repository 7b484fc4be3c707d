import type { Check } from '../contract.ts';
import { misfitOfModel } from '../shared/msa/nucleotides.ts';
import { isDna, outgroupProblems } from '../shared/msa/treeRows.ts';
import { readAlignment } from '../shared/readInputs.ts';
import { alignment, DNA_MODELS } from './tool.ts';

export const check: Check = (inputs, settings) => {
  const { problems, records, count } = readAlignment(inputs, alignment);
  const model = settings.model as string;
  const { sequence_type, gamma, site_rates } = settings;
  const outgroup = settings.outgroup as string[];
  const isFor = DNA_MODELS.includes(model) ? 'dna' : 'protein';
  if (problems.length === 0 && sequence_type === 'auto')
    problems.push(...misfitOfModel(model, isFor, records, { dna: 'gtr', protein: 'lg' }));
  if (sequence_type !== 'auto' && sequence_type !== isFor)
    problems.push({
      path: 'settings.model',
      message: `${model} is not a model for ${sequence_type}; use ${sequence_type === 'dna' ? 'gtr' : 'lg'}`,
    });
  if (
    problems.length === 0 &&
    sequence_type === 'dna' &&
    !isDna(
      'auto',
      records.map(({ row }) => row),
    )
  )
    problems.push({
      path: 'settings.sequence_type',
      message: 'the alignment has letters that are no nucleotide codes',
    });
  if (gamma && !site_rates)
    problems.push({
      path: 'settings.gamma',
      message: 'needs rates of sites; set gamma to false, or site_rates to true',
    });
  problems.push(
    ...outgroupProblems(
      outgroup,
      records.map(({ name }) => name),
    ),
  );
  return { problems, units: problems.length > 0 ? 0 : Math.ceil(count / 500) };
};
