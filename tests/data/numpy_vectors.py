"""
Makes tests/data/numpy-vectors.json: what numpy, scipy and pandas give, for tests/contract/numpy.test.ts.

    pip install numpy scipy pandas
    python tests/data/numpy_vectors.py && npx biome check --write tests/data/numpy-vectors.json

Numbers are words of texts, since JSON has no NaN and no infinity.
"""

import json
import textwrap
import warnings
from pathlib import Path

import numpy as np
import pandas as pd
import scipy
from scipy import special, stats

random = np.random.default_rng(20261129)
LENGTHS = [0, 1, 2, 7, 16, 33, 64]
OFFSETS = np.concatenate([[0], np.cumsum(LENGTHS)])
COUNT = int(OFFSETS[-1])
QUANTILES = [0, 0.1, 0.25, 0.5, 0.9, 1]
METHODS = ["linear", "lower", "higher", "nearest", "midpoint", "inverted_cdf"]
TIES = {"ordinal": "first", "min": "min", "max": "max", "dense": "dense", "average": "average"}

# Quarters are exact in f32, and so are their sums. Half of them repeat.
finite = (random.integers(-20, 21, COUNT) / 4).astype(np.float32)
finite[::9] = -0.0
floats = finite.copy()
floats[1::6] = np.nan
floats[3::17] = np.inf
floats[5::19] = -np.inf
# numpy interpolates between equal infinities to NaN, the library to the infinity.
missing = np.where(np.isinf(floats), 1, floats)
ints = random.integers(-5, 6, COUNT).astype(np.int32)
ids = random.integers(0, 4, COUNT).astype(np.uint8)


def parts(items):
    return [items[a:b] for a, b in zip(OFFSETS[:-1], OFFSETS[1:])]


def joined(results):
    return np.concatenate([np.asarray(each, dtype=np.float64).ravel() for each in results])


def word(value):
    number = float(value)
    if not np.isfinite(number):
        return "NaN" if np.isnan(number) else "Infinity" if number > 0 else "-Infinity"
    return repr(int(number) if number.is_integer() and (number or not np.signbit(number)) else number)


def plain(value):
    """Lists of numbers as lines of texts, so that the file has few lines."""
    if isinstance(value, dict):
        return {name: plain(each) for name, each in value.items()}
    return value if isinstance(value, str) else textwrap.wrap(" ".join(map(word, value)), 100)


def short(numbers):
    """Numbers that are compared within a part of 10^6."""
    return [float(f"{number:.9g}") for number in numbers]


def ranks_omitting(part, ties):
    """scipy gives NaN as the rank of a NaN, the library 0."""
    return np.nan_to_num(stats.rankdata(part, ties, nan_policy="omit")) if part.size else []


def unique(items):
    found = [np.unique(part, return_counts=True) for part in parts(items)]
    return {
        "keys": joined([keys for keys, _ in found]),
        "counts": joined([counts for _, counts in found]),
        "lengths": [keys.size for keys, _ in found],
    }


def modes(items):
    """scipy's, without NaNs. Of no items it gives NaN and 0, the library 0 and 0."""
    found = [stats.mode(part, nan_policy="omit") if part.size else (np.nan, 0) for part in parts(items)]
    return {"values": [0 if count == 0 else value for value, count in found], "counts": [count for _, count in found]}


def quantiles(items, of):
    none = [np.nan] * len(QUANTILES)
    wide = parts(items.astype(np.float64))
    with warnings.catch_warnings(action="ignore"):
        return {
            method: joined(of(part, QUANTILES, method=method) if part.size else none for part in wide)
            for method in METHODS
        }


def spread(ddof):
    wide = [part.astype(np.float64) for part in parts(finite)]
    with warnings.catch_warnings(action="ignore"):
        return {name: short([getattr(part, name)(ddof=ddof) for part in wide]) for name in ("var", "std")}


def transforms():
    wide = parts(finite.astype(np.float64))
    with warnings.catch_warnings(action="ignore"):
        return {
            "center": short(joined(part - part.mean() for part in wide)),
            "normalize": short(joined(part / part.sum() for part in wide)),
            "standardize": short(joined((part - part.mean()) / part.std(ddof=1) for part in wide)),
            "diff": joined(np.diff(part, n=1, prepend=0) for part in wide),
            "shift": joined(pd.Series(part).shift(-2, fill_value=0) for part in wide),
        }


def without_nans():
    """Reduces and scans. numpy refuses an argmax of no numbers, the library gives 2^32 - 1."""
    wide = parts(missing.astype(np.float64))
    some = [part[~np.isnan(part)] for part in wide]
    with warnings.catch_warnings(action="ignore"):
        return {
            "sum": list(map(np.nansum, wide)),
            "max": [np.nanmax(part) if left.size else -np.inf for part, left in zip(wide, some)],
            "argmax": [np.nanargmax(part) if left.size else 0xFFFFFFFF for part, left in zip(wide, some)],
            "mean": short([np.nanmean(part) if part.size else np.nan for part in wide]),
            "std": short([np.nanstd(part) if part.size else np.nan for part in wide]),
            "first": [pd.Series(left).iloc[0] if left.size else np.nan for left in some],
            "last": [pd.Series(left).iloc[-1] if left.size else np.nan for left in some],
            "cumsum": joined(map(np.nancumsum, wide)),
        }


def truths():
    return {name: [getattr(np, name)(part) for part in parts(ints)] for name in ("any", "all")}


def sorted_by(**how):
    """NaNs first or last, whatever the order; infinities are in it."""
    return joined(pd.Series(part).sort_values(kind="stable", **how) for part in parts(floats))


def windows():
    """Seven items each, moved by one: pandas' rolling, and its nlargest."""
    rolling = pd.Series(finite.astype(np.float64)).rolling(7)
    each = [part.to_numpy() for part in rolling if part.size == 7]
    return {
        "median": rolling.median()[6:],
        "quantile": rolling.quantile(0.3)[6:],
        "top": joined(pd.Series(part).nlargest(3) for part in each),
        "argsort": joined(np.argsort(-part, kind="stable")[:3] for part in each),
    }


def factorized(items):
    codes, keys = pd.factorize(items, sort=True, use_na_sentinel=False)
    return {"groups": codes, "keys": keys}


frame = pd.DataFrame({"id": ids, "float": floats, "int": ints})
edges = [-3, -1, -0.5, 0, 2.25, 4]
vectors = {
    "source": f"numpy {np.__version__}, scipy {scipy.__version__}, pandas {pd.__version__}: tests/data/numpy_vectors.py",
    "offsets": OFFSETS,
    "data": {"finite": finite, "floats": floats, "ints": ints, "ids": ids},
    "ranks": {
        ties: {
            "ints": joined(stats.rankdata(part, ties) for part in parts(ints)),
            "descending": joined(stats.rankdata(-part, ties) for part in parts(ints)),
            "floats": joined(pd.Series(part).rank(method=name, na_option="bottom") for part in parts(floats)),
            "omit": joined(ranks_omitting(part, ties) for part in parts(floats)),
        }
        for ties, name in TIES.items()
    },
    "unique": {"ints": unique(ints), "floats": unique(floats)},
    "modes": {"ints": modes(ints), "floats": modes(floats)},
    "histograms": {
        "range": joined(np.histogram(part.astype(np.float64), bins=7, range=(-2, 3))[0] for part in parts(floats)),
        "edges": joined(np.histogram(part.astype(np.float64), bins=edges)[0] for part in parts(floats)),
    },
    "edges": edges,
    "spread": {str(ddof): spread(ddof) for ddof in (0, 1)},
    "fractions": QUANTILES,
    "quantiles": {"finite": quantiles(finite, np.quantile), "omit": quantiles(missing, np.nanquantile)},
    "cumsum": {"ints": joined(map(np.cumsum, parts(ints))), "finite": joined(map(np.cumsum, parts(finite)))},
    "transforms": transforms(),
    "omit": without_nans(),
    "truths": truths(),
    "logsumexp": short([special.logsumexp(part.astype(np.float64)) if part.size else -np.inf for part in parts(finite)]),
    "sorted": {
        "ascending last": sorted_by(na_position="last"),
        "ascending first": sorted_by(na_position="first"),
        "descending last": sorted_by(ascending=False, na_position="last"),
        "descending first": sorted_by(ascending=False, na_position="first"),
    },
    "windows": windows(),
    **{
        name: short(joined(of(part.astype(np.float64)) if part.size else [] for part in parts(finite)))
        for name, of in {"softmax": special.softmax, "logSoftmax": special.log_softmax}.items()
    },
    "groups": {
        "ints": factorized(ints),
        "floats": factorized(floats),
        "columns": frame.groupby(["id", "float", "int"], dropna=False, sort=True).ngroup().to_numpy(),
    },
}
Path(__file__).with_name("numpy-vectors.json").write_text(json.dumps(plain(vectors)) + "\n", encoding="utf-8")
