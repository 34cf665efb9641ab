// The peers of the library, as far as they are installed (npm install --prefix bench).

/** @returns every peer whose package loads; others are named on stderr */
export async function loadPeers(device) {
  const peers = [];
  for (const name of ['js', 'duckdb', 'polars', 'jax', 'tfjs', 'luma', 'global-sort']) {
    try {
      const { peer } = await import(`./${name}.mjs`);
      peers.push(await peer(device));
    } catch (error) {
      process.stderr.write(`left out: ${name}: ${String(error.message ?? error).split('\n')[0]}\n`);
    }
  }
  return peers;
}
