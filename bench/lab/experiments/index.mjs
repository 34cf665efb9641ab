/** All experiments, most important first. */
import beside from '../peers/beside.mjs';
import access from './access.mjs';
import barrier from './barrier.mjs';
import checks from './checks.mjs';
import comparator from './comparator.mjs';
import dispatch from './dispatch.mjs';
import downsweep from './downsweep.mjs';
import exchange from './exchange.mjs';
import grids from './grids.mjs';
import histogram from './histogram.mjs';
import lanes from './lanes.mjs';
import lookBack from './look_back.mjs';
import medium from './medium.mjs';
import rate from './rate.mjs';
import rows from './rows.mjs';
import short from './short.mjs';

export const EXPERIMENTS = [
  ...[rows, dispatch, rate, short, medium, lookBack, downsweep],
  ...[lanes, barrier, access, exchange, comparator, grids, histogram, checks],
];

/** With the one that runs where there are peers. */
export const ALL_EXPERIMENTS = [...EXPERIMENTS, beside];
