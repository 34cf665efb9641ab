/** How the page times a call of the library and the same work in plain JavaScript: by one rule. */

export async function timed<T>(work: () => Promise<T> | T): Promise<[T, number]> {
  const start = performance.now();
  const result = await work();
  return [result, performance.now() - start];
}

/**
 * The median of runs until they last a quarter of a second in all or are 15. The engine compiles the code meanwhile.
 * Below two seconds a run that was disturbed must not stand alone.
 */
export async function steadyMs(run: () => Promise<unknown> | unknown): Promise<number> {
  const times: number[] = [];
  let total = 0;
  while (times.length === 0 || (times.length < 3 ? total < 2000 : times.length < 15 && total < 250)) {
    const [, time] = await timed(run);
    times.push(time);
    total += time;
  }
  return times.sort((a, b) => a - b)[times.length >> 1] as number;
}
