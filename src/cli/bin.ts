/** The file that `bin` of package.json names. */
import process from 'node:process';
import { helpOf } from './options.ts';

async function start(args: readonly string[]): Promise<number> {
  const help = helpOf(args);
  if (help !== undefined) {
    // The reader of a pipe may be gone.
    process.stdout.on('error', () => undefined);
    process.stdout.write(help);
    return 0;
  }
  try {
    const { main } = await import('./main.ts');
    return await main(args);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'ERR_MODULE_NOT_FOUND') throw error;
    process.stderr.write(`webgpu-segmented: ${message}; install the optional peers: npm install apache-arrow\n`);
    return 69;
  }
}

// Exits at once. The device has no work, but its threads may still run.
process.exit(await start(process.argv.slice(2)));
