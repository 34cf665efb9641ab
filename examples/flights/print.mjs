// Text for the terminal: progress lines, aligned tables, numbers.

/** @param {number} x */
export const count = (x) => x.toLocaleString('en-US');

/** @param {number} x @returns {string} `97.6M` */
export const compact = (x) => x.toLocaleString('en-US', { notation: 'compact', maximumSignificantDigits: 3 });

/** @param {number} ms */
export const milliseconds = (ms) => `${ms.toLocaleString('en-US', { maximumFractionDigits: ms < 10 ? 1 : 0 })} ms`;

/** @param {number} minutes */
export const signedMinutes = (minutes) => `${minutes > 0 ? '+' : ''}${count(minutes)}`;

/** @param {number} n @param {string} noun */
export const plural = (n, noun) => `${count(n)} ${noun}${n === 1 ? '' : 's'}`;

/**
 * A progress line on stderr, so that stdout holds only the report. A terminal shows one line that rewrites itself. A
 * log file receives a line every two seconds at most.
 *
 * @param {string} label
 */
export function progress(label) {
  const { stderr } = process;
  let shown = performance.now();
  return {
    /** @param {string} text */
    update(text) {
      const now = performance.now();
      if (!stderr.isTTY && now - shown < 2000) return;
      shown = now;
      stderr.write(stderr.isTTY ? `\r\x1b[K${label}: ${text} …` : `${label}: ${text} …\n`);
    },
    /** Clears the line. */
    done() {
      if (stderr.isTTY) stderr.write('\r\x1b[K');
    },
  };
}

/**
 * Aligns cells in columns. A heading that ends in `<` makes a left-aligned column.
 *
 * @param {string[]} headings
 * @param {string[][]} rows
 * @returns {string} lines indented by two spaces, without a final newline
 */
export function table(headings, rows) {
  const left = headings.map((heading) => heading.endsWith('<'));
  const lines = [headings.map((heading) => heading.replace(/<$/, '')), ...rows];
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => line[column].length)));
  const layOut = (line) =>
    line.map((cell, column) => (left[column] ? cell.padEnd(widths[column]) : cell.padStart(widths[column]))).join('  ');
  return lines.map((line) => `  ${layOut(line)}`.trimEnd()).join('\n');
}
