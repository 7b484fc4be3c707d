import * as Type from 'typebox';
import type { Citation } from '../../contract.ts';

/** Those of GROMACS that every protein of standard amino acids has its parameters in. */
export const forcefield = Type.Enum(['amber99sb-ildn', 'charmm27', 'oplsaa'], { default: 'amber99sb-ildn' });

export const gromacsCitation: Citation = {
  text: 'Abraham M. J. et al., GROMACS: High performance molecular simulations through multi-level parallelism from laptops to supercomputers, SoftwareX 1-2 (2015) 19-25',
  doi: '10.1016/j.softx.2015.06.001',
};
