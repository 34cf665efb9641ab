/** The built calls without a GPU, in the page and in a Web Worker. */
import * as js from '../../../dist/js.js';
import { createJsWorker } from '../../../dist/js-worker.js';
import { anywhere } from '../../js/anywhere.mjs';

export const withoutGpu = (test) => anywhere(test, js, createJsWorker);
