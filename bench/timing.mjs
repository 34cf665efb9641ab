// How a time is taken: some calls to warm up, then the median of several, minimum and maximum beside it.

/**
 * @param {{ prepare?: () => void | Promise<void>, run: () => void | Promise<void> }} work `prepare` is not timed
 * @param {{ repeats: number, warmups: number, budgetMs: number }} how past the budget three calls are enough
 */
export async function timed({ prepare, run }, { repeats, warmups, budgetMs }) {
  const times = [];
  const begin = performance.now();
  for (let i = -warmups; i < repeats; i++) {
    await prepare?.();
    const start = performance.now();
    await run();
    if (i >= 0) times.push(performance.now() - start);
    if (times.length >= 3 && performance.now() - begin > budgetMs) break;
  }
  times.sort((a, b) => a - b);
  const ms = (times[(times.length - 1) >> 1] + times[times.length >> 1]) / 2;
  return { ms, min: times[0], max: times.at(-1), runs: times.length };
}
