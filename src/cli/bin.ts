/** The file that `bin` of package.json names. */
import process from 'node:process';

async function start(): Promise<number> {
  try {
    const { main } = await import('./main.ts');
    return await main(process.argv.slice(2));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'ERR_MODULE_NOT_FOUND') throw error;
    process.stderr.write(`webgpu-segmented: ${message}; install the optional peers: npm install apache-arrow\n`);
    return 69;
  }
}

// Exits at once. The device has no work, but its threads may still run.
process.exit(await start());
