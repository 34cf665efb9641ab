/** The worker of a run. A signal ends it; nothing else can stop plain JavaScript. */
import { type Remote, remote } from './remote.ts';
import type { Calls } from './worker.ts';

export type Workshop = Remote<Calls>;

export function openWorkshop(signal: AbortSignal): Workshop {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  const workshop = remote<Calls>(worker, ['make', 'plain', 'check']);
  signal.addEventListener('abort', () => workshop.end(signal.reason), { once: true });
  return workshop;
}
