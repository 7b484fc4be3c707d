import * as Type from 'typebox';
import type { Citation } from '../../contract.ts';

/** Those of GROMACS that every protein of standard amino acids has its parameters in. */
export const forcefield = Type.Enum(['amber99sb-ildn', 'charmm27', 'oplsaa'], { default: 'amber99sb-ildn' });

export const gromacsCitation: Citation = {
  text: 'Abraham M. J. et al., GROMACS: High performance molecular simulations through multi-level parallelism from laptops to supercomputers, SoftwareX 1-2 (2015) 19-25; the force field: amber99sb-ildn, Lindorff-Larsen K. et al., Proteins 78 (2010) 1950-1958; charmm27, MacKerell A. D. et al., J. Phys. Chem. B 102 (1998) 3586-3616, and J. Comput. Chem. 25 (2004) 1400-1415; oplsaa, Kaminski G. A. et al., J. Phys. Chem. B 105 (2001) 6474-6487',
  doi: '10.1016/j.softx.2015.06.001',
};
