"""RMSD, fluctuation, radius of gyration, hydrogen bonds and clusters of a trajectory: a PDB file of one frame, and coordinates of all."""

import mdtraj
import numpy as np
from rotamer_tool import progress

ANGSTROM = 10.0


def run(request):
    topology = mdtraj.load_pdb(request["file"], standard_names=False).topology
    xyz = np.fromfile(request["coordinates"], dtype="<f8").reshape(request["frames"], -1, 3) / ANGSTROM
    if xyz.shape[1] != topology.n_atoms:
        raise RuntimeError(f"{topology.n_atoms} of {xyz.shape[1]} atoms were read")
    trajectory = mdtraj.Trajectory(xyz, topology)
    chosen = atoms_of(topology, request["atoms"])
    reference = request["reference"] - 1
    trajectory.superpose(trajectory, frame=reference, atom_indices=chosen)
    placed = trajectory.xyz.astype(float)
    rmsd = np.sqrt(((placed[:, chosen] - placed[reference, chosen]) ** 2).sum(axis=2).mean(axis=1))
    alpha = atoms_of(topology, "alpha")
    rmsf = np.sqrt(((placed[:, alpha] - placed[:, alpha].mean(axis=0)) ** 2).sum(axis=2).mean(axis=0))
    masses = np.array([atom.element.mass for atom in topology.atoms])
    clusters = clusters_of(trajectory, chosen, request["cutoff"] / ANGSTROM)
    return {
        "rmsd": (rmsd * ANGSTROM).tolist(),
        "rg": (gyration(placed, masses) * ANGSTROM).tolist(),
        "rmsf": [[topology.atom(atom).residue.index, float(value) * ANGSTROM] for atom, value in zip(alpha, rmsf)],
        "clusters": clusters,
        "placed": [(placed[cluster[0]] * ANGSTROM).tolist() for cluster in clusters],
        "hbonds": hydrogen_bonds(trajectory, request["share"]),
    }


def gyration(xyz, masses):
    """About the centre of mass; mdtraj.compute_rg of 1.11 takes the distances from the mean of the atoms (mdtraj #2178)."""
    weights = masses / masses.sum()
    centre = np.einsum("a,fax->fx", weights, xyz)
    return np.sqrt((((xyz - centre[:, None]) ** 2).sum(axis=2) * weights).sum(axis=1))


def atoms_of(topology, which):
    names = {"alpha": ["CA"], "backbone": ["N", "CA", "C"]}.get(which)
    heavy = [atom for atom in topology.atoms if atom.element.symbol not in ("H", "D")]
    return [atom.index for atom in heavy if names is None or atom.name in names]


def clusters_of(trajectory, chosen, cutoff):
    """Of the frames that are left, the one with the most others within the cutoff, and these; again until none is left (Daura 1999)."""
    part = trajectory.atom_slice(chosen)
    part.center_coordinates()
    count = part.n_frames
    near = np.zeros((count, count), dtype=bool)
    for frame in range(count):
        near[frame] = mdtraj.rmsd(part, part, frame, precentered=True) <= cutoff
        progress(frame + 1, count)
    near |= near.T
    np.fill_diagonal(near, True)
    left = np.ones(count, dtype=bool)
    clusters = []
    while left.any():
        sizes = (near & left).sum(axis=1) * left
        middle = int(sizes.argmax())
        others = [int(frame) for frame in np.flatnonzero(near[middle] & left) if frame != middle]
        clusters.append([middle, *others])
        left[[middle, *others]] = False
    return clusters


def hydrogen_bonds(trajectory, share):
    """Hydrogen within 2.5 ångström of the acceptor, and over 120 degrees at it (Baker and Hubbard 1984)."""
    if not any(atom.element.symbol == "H" for atom in trajectory.topology.atoms):
        return None
    triples = mdtraj.baker_hubbard(trajectory, freq=0, exclude_water=True, periodic=False)
    if len(triples) == 0:
        return []
    distances = mdtraj.compute_distances(trajectory, triples[:, 1:], periodic=False)
    angles = mdtraj.compute_angles(trajectory, triples, periodic=False)
    made = (distances < 0.25) & (angles > 2 * np.pi / 3)
    frames = {}
    for column, (donor, _, acceptor) in enumerate(triples.tolist()):
        # Hydrogens of one donor are not told apart.
        frames[donor, acceptor] = frames.get((donor, acceptor), False) | made[:, column]
    best = {pair: float(of.mean()) for pair, of in frames.items()}
    bonds = [[*pair, value] for pair, value in best.items() if value >= share and value > 0]
    return sorted(bonds, key=lambda bond: (-bond[2], bond[0], bond[1]))
