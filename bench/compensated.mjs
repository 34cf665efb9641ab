// Sums, means and variances for checks. Plain additions have an error that grows with the number of items, which would
// call the library's sums wrong: their error grows only with its logarithm.

/** A sum in two doubles (Neumaier 1974): as if it had about 106 bits, rounded once. Infinities add as IEEE's do. */
export class CompensatedSum {
  #sum = 0;
  #rest = 0;

  add(value) {
    const sum = this.#sum + value;
    this.#rest += Math.abs(this.#sum) >= Math.abs(value) ? this.#sum - sum + value : value - sum + this.#sum;
    this.#sum = sum;
  }

  get value() {
    // The rest of an infinite sum is NaN.
    return Number.isFinite(this.#sum) ? this.#sum + this.#rest : this.#sum;
  }
}

/** @param {ArrayLike<number>} values */
export function compensatedSum(values, begin = 0, end = values.length) {
  const sum = new CompensatedSum();
  for (let i = begin; i < end; i++) sum.add(values[i]);
  return sum.value;
}

/**
 * Mean and variance by two passes. The second one corrects the rounding of the mean (Chan, Golub and LeVeque 1983).
 *
 * @param {ArrayLike<number>} values
 */
export function compensatedMoments(values, begin = 0, end = values.length) {
  const count = end - begin;
  const mean = compensatedSum(values, begin, end) / count;
  const [distances, squares] = [new CompensatedSum(), new CompensatedSum()];
  for (let i = begin; i < end; i++) {
    const distance = values[i] - mean;
    distances.add(distance);
    squares.add(distance * distance);
  }
  // The correction of equal items may round below 0.
  return { mean, variance: Math.max(0, squares.value - distances.value ** 2 / count) / count };
}
