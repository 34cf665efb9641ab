/** Runs the built calls without a GPU, in the page and in a Web Worker. */
export function withoutGpu(
  test: (name: string, body: () => Promise<string | undefined>) => Promise<void>,
): Promise<void>;
