// Rows as text: one block per operation and size, one line per workload, one column per library, ratios to plain JS.

const number = (ms) => (ms >= 100 ? ms.toFixed(0) : ms >= 10 ? ms.toFixed(1) : ms.toFixed(2));

/** Pads columns to their widest cell. The first column is left-aligned. */
export function aligned(lines) {
  const widths = lines[0].map((_, column) => Math.max(...lines.map((line) => line[column].length)));
  const pad = (cell, column) => cell[column === 0 ? 'padEnd' : 'padStart'](widths[column]);
  return lines.map((line) => line.map(pad).join('  ')).join('\n');
}

function groups(rows, keyOf) {
  const found = new Map();
  for (const row of rows) found.set(keyOf(row), [...(found.get(keyOf(row)) ?? []), row]);
  return [...found];
}

/** Medians in ms, with ratios to plain JS of the same run in brackets. Wrong rows have the text WRONG. */
export function table(rows) {
  const blocks = groups(rows, ({ op, n }) => `${op}, 2^${Math.log2(n)} items, ms (× plain JS)`);
  return blocks
    .map(([title, block]) => {
      const libs = [...new Set(block.map(({ lib }) => lib))];
      const lines = groups(block, ({ workload }) => workload).map(([workload, cells]) => {
        const reference = cells.find(({ lib, ok }) => lib === 'plain JS' && ok);
        const cell = (lib) => {
          const row = cells.find((candidate) => candidate.lib === lib);
          if (!row) return '';
          if (!row.ok) return 'WRONG';
          const ratio = reference && lib !== 'plain JS' ? ` (${(reference.ms / row.ms).toFixed(2)})` : '';
          return number(row.ms) + ratio;
        };
        return [workload, ...libs.map(cell)];
      });
      return `${title}\n${aligned([['', ...libs], ...lines])}`;
    })
    .join('\n\n');
}

/** GPU times of the passes of a call, summed by kind: partition, each bin, the large class. */
export function passTable(rows) {
  return groups(rows, ({ op, workload, n }) => `${op}, ${workload}, 2^${Math.log2(n)}: GPU times of its passes`)
    .map(([title, block]) => {
      const lines = block.map(({ pass, lengths, dispatches, ms, bytes, ofCopy }) => [
        pass,
        lengths ?? '',
        `${dispatches}`,
        `${number(ms)} ms`,
        bytes ? `${(bytes / 2 ** 20).toFixed(1)} MiB` : '',
        bytes && ms > 0 ? `${(bytes / ms / 1e6).toFixed(1)} GB/s` : '',
        ofCopy ? `${(100 * ofCopy).toFixed(0)} %` : '',
      ]);
      return `${title}\n${aligned([['pass', 'lengths', 'dispatches', 'time', 'bytes', 'rate', 'of a copy'], ...lines])}`;
    })
    .join('\n\n');
}
