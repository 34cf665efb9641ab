type Test = (name: string, body: () => Promise<string | undefined>) => Promise<void>;
/** Runs each call in this thread, and in a worker. */
export function anywhere(test: Test, js: object, createJsWorker: () => object): Promise<void>;
