"""The anisotropic network of Atilgan (2001) and the Gaussian network of Bahar (1997): all springs have the same constant."""

import numpy as np
from rotamer_tool import Refused
from scipy.linalg import eigh

# Eigenvalues of rigid-body motions are zero except for rounding.
ZERO = 1e-6


def run(request):
    points = np.array(request["points"])
    return {
        "anm": described(hessian(points, request["anm_cutoff"]), 3, request["modes"], request["anm_cutoff"]),
        "gnm": described(kirchhoff(points, request["gnm_cutoff"]), 1, request["modes"], request["gnm_cutoff"]),
    }


def squares(points):
    apart = points[:, None] - points[None]
    distances = (apart**2).sum(axis=2)
    np.fill_diagonal(distances, np.inf)
    return apart, distances


def kirchhoff(points, cutoff):
    _, distances = squares(points)
    matrix = -(distances <= cutoff**2).astype(float)
    np.fill_diagonal(matrix, -matrix.sum(axis=1))
    return matrix


def hessian(points, cutoff):
    apart, distances = squares(points)
    count = len(points)
    blocks = np.einsum("ijk,ijl->ijkl", apart, apart)
    blocks *= -np.where(distances <= cutoff**2, 1 / distances, 0)[:, :, None, None]
    each = np.arange(count)
    blocks[each, each] = -blocks.sum(axis=1)
    return blocks.transpose(0, 2, 1, 3).reshape(3 * count, 3 * count)


def described(matrix, dimensions, wanted, cutoff):
    values, vectors = eigh(matrix)
    still = int((values < ZERO).sum())
    rigid = 6 if dimensions == 3 else 1
    if still > rigid:
        raise Refused(
            f"at {cutoff} ångström the network falls apart or has loose ends "
            f"({still} motions without a spring, {rigid} are those of the whole); raise the cutoff, or choose one part"
        )
    values, vectors = values[rigid:], vectors[:, rigid:]
    # Directions have no sign. The sign is chosen so that the largest component is positive.
    largest = np.abs(vectors).argmax(axis=0)
    vectors = vectors * np.sign(vectors[largest, np.arange(len(values))])
    moved = (vectors**2).reshape(-1, dimensions, len(values)).sum(axis=1)
    fluctuation = (moved / values).sum(axis=1)
    shares = moved[:, :wanted]
    entropy = -(shares * np.log(np.where(shares > 0, shares, 1))).sum(axis=0)
    return {
        "eigenvalues": values[:wanted].tolist(),
        "shares": (1 / values / (1 / values).sum())[:wanted].tolist(),
        "collectivities": (np.exp(entropy) / len(moved)).tolist(),
        "fluctuations": fluctuation.tolist(),
        "vectors": vectors[:, : min(wanted, 10)].T.tolist() if dimensions == 3 else [],
    }
