// The plot of delay quantiles by hour, as text for the terminal.

import { FEW_FLIGHTS, HOURS } from './plot.mjs';
import { count } from './print.mjs';
import { quantile } from './statistics.mjs';

const WIDTH = 64;
const LINEAR = 20;
const [LEAST, GREATEST] = [-50, 400];

/** A symmetric logarithm, as in the SVG: a few night flights are hours late, the rest minutes. */
const scaled = (minutes) => Math.sign(minutes) * Math.log1p(Math.abs(minutes) / LINEAR);

function column(minutes) {
  const part = (scaled(minutes) - scaled(LEAST)) / (scaled(GREATEST) - scaled(LEAST));
  return Math.max(0, Math.min(WIDTH - 1, Math.round(part * (WIDTH - 1))));
}

/** `·` from 10 % to 90 %, `━` from 25 % to 75 %, `●` the median, `│` no delay. */
function bar(quantiles, hour) {
  const signs = new Array(WIDTH).fill(' ');
  signs[column(0)] = '│';
  const fill = (from, to, sign) => {
    for (let x = column(quantile(quantiles, hour, from)); x <= column(quantile(quantiles, hour, to)); x++) {
      signs[x] = sign;
    }
  };
  fill(0.1, 0.9, '·');
  fill(0.25, 0.75, '━');
  signs[column(quantile(quantiles, hour, 0.5))] = '●';
  return signs.join('').trimEnd();
}

function axis() {
  const signs = new Array(WIDTH + 4).fill(' ');
  for (const tick of [-20, 0, 20, 50, 100, 200, 400]) {
    const text = String(tick).replace('-', '−');
    [...text].forEach((sign, i) => {
      signs[column(tick) - Math.floor(text.length / 2) + i] = sign;
    });
  }
  return signs.join('').trimEnd();
}

/**
 * @param {Uint32Array} offsets 24 segments, one per hour
 * @param {import('./statistics.mjs').Quantiles} quantiles
 * @returns {string} one line per hour that has flights
 */
export function textPlot(offsets, quantiles) {
  const lines = HOURS.filter((hour) => offsets[hour + 1] > offsets[hour]).map((hour) => {
    const flights = offsets[hour + 1] - offsets[hour];
    const few = flights < FEW_FLIGHTS ? '*' : ' ';
    return `  ${String(hour).padStart(2, '0')}:00 ${count(flights).padStart(8)}${few} ${bar(quantiles, hour)}`.trimEnd();
  });
  return [
    `   hour  flights  ${axis()}`,
    ...lines,
    '',
    '  ● median   ━ half of the flights   · eight of ten   minutes late, symmetric logarithmic scale',
    `  * fewer than ${count(FEW_FLIGHTS)} flights`,
  ].join('\n');
}
