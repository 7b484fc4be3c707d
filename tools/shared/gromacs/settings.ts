import * as Type from 'typebox';
import type { ToolContract } from '../../contract.ts';

/** The force fields of GROMACS that have parameters for every protein of standard amino acids. */
export const forcefield = Type.Enum(['amber99sb-ildn', 'charmm27', 'oplsaa'], { default: 'amber99sb-ildn' });

export const gromacsCitation: ToolContract['citation'] = {
  text: 'Abraham M. J. et al., GROMACS: High performance molecular simulations through multi-level parallelism from laptops to supercomputers, SoftwareX 1-2 (2015) 19-25',
  doi: '10.1016/j.softx.2015.06.001',
  also: [
    {
      when: 'forcefield: amber99sb-ildn',
      text: 'Lindorff-Larsen K. et al., Improved side-chain torsion potentials for the Amber ff99SB protein force field, Proteins 78 (2010) 1950-1958',
      doi: '10.1002/prot.22711',
    },
    {
      when: 'forcefield: charmm27',
      text: 'MacKerell A. D. et al., All-atom empirical potential for molecular modeling and dynamics studies of proteins, J. Phys. Chem. B 102 (1998) 3586-3616',
      doi: '10.1021/jp973084f',
    },
    {
      when: 'forcefield: charmm27',
      text: 'MacKerell A. D., Feig M., Brooks C. L., Extending the treatment of backbone energetics in protein force fields, J. Comput. Chem. 25 (2004) 1400-1415',
      doi: '10.1002/jcc.20065',
    },
    {
      when: 'forcefield: oplsaa',
      text: 'Kaminski G. A. et al., Evaluation and reparametrization of the OPLS-AA force field for proteins via comparison with accurate quantum chemical calculations on peptides, J. Phys. Chem. B 105 (2001) 6474-6487',
      doi: '10.1021/jp003919d',
    },
  ],
};
