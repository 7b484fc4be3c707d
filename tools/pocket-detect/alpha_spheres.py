"""Clusters of alpha spheres between the atoms of a protein, as fpocket makes them (Le Guilloux 2009)."""

import numpy as np
from rotamer_tool import Refused
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components
from scipy.spatial import Delaunay, QhullError, cKDTree

# Apolar atoms of a sphere's four that make the sphere apolar.
APOLAR_ATOMS = 3


def run(request):
    points = np.array(request["points"])
    apolar = np.array(request["apolar"])
    centers, radii, atoms = spheres_between(points, request["min_radius"], request["max_radius"])
    if len(centers) == 0:
        return []
    is_apolar = apolar[atoms].sum(axis=1) >= APOLAR_ATOMS
    pockets = clusters(centers, request["linkage"], request["min_spheres"])
    return [described(centers[each], radii[each], atoms[each], is_apolar[each]) for each in pockets]


def spheres_between(points, least, most):
    """Returns the spheres of these radii that touch four atoms and hold none: those around Delaunay tetrahedra."""
    try:
        tetrahedra = Delaunay(points).simplices
    except QhullError:
        raise Refused("all atoms lie in one plane, so no pocket lies between them") from None
    first, *others = (points[tetrahedra[:, i]] for i in range(4))
    edges = np.stack(others, axis=1) - first[:, None]
    flat = np.abs(np.linalg.det(edges)) < 1e-6
    edges[flat] = np.eye(3)
    offsets = np.linalg.solve(2 * edges, (edges**2).sum(axis=2)[:, :, None])[:, :, 0]
    radii = np.linalg.norm(offsets, axis=1)
    kept = ~flat & (radii >= least) & (radii <= most)
    return first[kept] + offsets[kept], radii[kept], tetrahedra[kept]


def clusters(centers, linkage, least):
    """Returns the members of each cluster by single linkage."""
    pairs = cKDTree(centers).query_pairs(linkage, output_type="ndarray")
    graph = coo_array((np.ones(len(pairs)), (pairs[:, 0], pairs[:, 1])), shape=(len(centers),) * 2)
    labels = connected_components(graph, directed=False)[1]
    members = [np.flatnonzero(labels == label) for label in range(labels.max() + 1)]
    return [each for each in members if len(each) >= least]


def described(centers, radii, atoms, is_apolar):
    return {
        "spheres": len(centers),
        "centers": np.round(centers, 3).tolist(),
        "apolar": float(is_apolar.mean()),
        "density": hydrophobic_density(centers[is_apolar], radii[is_apolar]),
        "volume": volume_of(centers, radii),
        "atoms": np.unique(atoms).tolist(),
    }


def hydrophobic_density(centers, radii):
    """Returns the mean number of apolar spheres that an apolar sphere overlaps."""
    if len(centers) == 0:
        return 0.0
    apart = np.linalg.norm(centers[:, None] - centers[None], axis=2)
    return float((apart <= radii[:, None] + radii[None]).sum() / len(centers) - 1)


def volume_of(centers, radii, step=0.6):
    """Returns the volume of the union of the spheres, counted on a grid."""
    lowest = (centers - radii[:, None]).min(axis=0)
    counts = np.ceil(((centers + radii[:, None]).max(axis=0) - lowest) / step).astype(int)
    filled = np.zeros(counts, dtype=bool)
    for center, radius in zip(centers, radii):
        first = np.maximum(((center - radius - lowest) / step).astype(int), 0)
        last = np.minimum(((center + radius - lowest) / step).astype(int) + 1, counts)
        axes = [lowest[i] + (np.arange(first[i], last[i]) + 0.5) * step - center[i] for i in range(3)]
        inside = sum(np.meshgrid(*(axis**2 for axis in axes), indexing="ij", sparse=True)) <= radius**2
        filled[tuple(slice(a, b) for a, b in zip(first, last))] |= inside
    return float(filled.sum() * step**3)
