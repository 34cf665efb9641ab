// How a time is taken: some calls to warm up, then the median of several, minimum and maximum beside it.

/**
 * @param {{ prepare?: () => void | Promise<void>, run: () => void | Promise<void> }} work `prepare` is not timed
 * @param {{ repeats: number, warmups: number, budgetMs: number }} how once the budget is spent three calls are enough, and
 *   one where it is spent four times over
 */
export async function timed({ prepare, run }, { repeats, warmups, budgetMs }) {
  const times = [];
  const begin = performance.now();
  const spent = () => performance.now() - begin;
  const call = async () => {
    await prepare?.();
    const start = performance.now();
    await run();
    return performance.now() - start;
  };
  for (let i = 0; i < warmups && spent() < budgetMs; i++) await call();
  do {
    times.push(await call());
  } while (times.length < repeats && (spent() < budgetMs || times.length < 3) && spent() < 4 * budgetMs);
  times.sort((a, b) => a - b);
  const ms = (times[(times.length - 1) >> 1] + times[times.length >> 1]) / 2;
  return { ms, min: times[0], max: times.at(-1), runs: times.length };
}
