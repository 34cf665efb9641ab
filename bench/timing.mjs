// Times are the median, minimum and maximum of several calls after some calls to warm up. Programs that are compared
// are called in turn, because the speed of a shared machine can change by half from one second to the next.

/**
 * @typedef {{ prepare?: () => void | Promise<void>, run: () => void | Promise<void> }} Work `prepare` is not timed
 * @param {readonly Work[]} works
 * @param {{ repeats: number, warmups: number, budgetMs: number }} how of each work; three calls are enough if they took
 *   `budgetMs`, and one call if it took four times as long
 * @returns for each work its times, or the `error` that ended them
 */
export async function timedInTurn(works, { repeats, warmups, budgetMs }) {
  const series = works.map((work) => ({ work, times: [], calls: 0, spent: 0 }));
  const isDone = ({ times, spent, error }) =>
    error !== undefined ||
    times.length >= repeats ||
    (times.length > 0 && spent >= 4 * budgetMs) ||
    (times.length >= 3 && spent >= budgetMs);
  const call = async (one) => {
    const begin = performance.now();
    await one.work.prepare?.();
    const start = performance.now();
    await one.work.run();
    const end = performance.now();
    if (one.calls++ >= warmups || one.spent >= budgetMs) one.times.push(end - start);
    one.spent += end - begin;
  };
  for (let left = series; left.length > 0; left = left.filter((one) => !isDone(one))) {
    for (const one of left) {
      await call(one).catch((error) => {
        one.error = error;
      });
    }
  }
  return series.map(({ times, error }) => {
    if (error) return { error };
    times.sort((a, b) => a - b);
    const ms = (times[(times.length - 1) >> 1] + times[times.length >> 1]) / 2;
    return { ms, min: times[0], max: times.at(-1), runs: times.length };
  });
}
