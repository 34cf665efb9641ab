/**
 * Runs the examples inside frameworks: `npm run test:frameworks -- [name …]`. Each example's packages are installed
 * into the example's folder. A line says if a package or a browser is not available. The last line is `N passed, N
 * failed`.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { openBrowser, runPage } from './page.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');

/** The examples, with the packages that they install. One with a page runs in a browser, the others in Node. */
const EXAMPLES = {
  typegpu: { packages: { typegpu: '0.12.5' } },
  duckdb: { packages: { '@duckdb/duckdb-wasm': '1.32.0' } },
  arquero: { packages: { arquero: '8.0.3', '@uwdata/flechette': '2.3.0' } },
  three: { packages: { three: '0.187.0' }, page: true },
  onnxruntime: { packages: { 'onnxruntime-web': '1.30.0' }, page: true },
};

const INSTALL = ['install', '--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--ignore-scripts'];

/** Installs an example's packages. Returns the reason if it can't. */
function install(folder, packages) {
  const missing = Object.keys(packages).some((name) => !existsSync(path.join(folder, 'node_modules', name)));
  if (!missing) return undefined;
  const wanted = Object.entries(packages).map(([name, version]) => `${name}@${version}`);
  const npm = spawnSync('npm', [...INSTALL, '--prefix', folder, ...wanted], { encoding: 'utf8', timeout: 60_000 });
  if (npm.status === 0) return undefined;
  const reported = /npm (?:error|ERR!) (?!code)(.*)/.exec(npm.stderr)?.[1];
  const reason = reported ?? npm.error?.message ?? 'npm gives no reason';
  return `${wanted.join(' ')}: ${reason}`;
}

/** Runs an example's program in Node. Returns what it printed, and throws if it failed. */
function runProgram(folder) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(folder, 'main.mjs')], {
    encoding: 'utf8',
    timeout: 60_000,
  });
  if (status !== 0) throw new Error(`exit code ${status}\n${stdout}${stderr}`);
  return stdout.trim().split('\n');
}

async function main() {
  const named = process.argv.slice(2);
  const unknown = named.find((name) => !(name in EXAMPLES));
  if (unknown) throw new Error(`no example '${unknown}'; there are ${Object.keys(EXAMPLES).join(', ')}`);
  const totals = { passed: 0, failed: 0 };
  let browser;
  for (const [name, { packages, page }] of Object.entries(EXAMPLES)) {
    if (named.length > 0 && !named.includes(name)) continue;
    const folder = path.join(root, 'examples', name);
    const start = performance.now();
    const seconds = () => `${((performance.now() - start) / 1000).toFixed(1)} s`;
    const lack = install(folder, packages);
    if (lack) {
      console.log(`examples/${name}: not run: ${lack}`);
      continue;
    }
    try {
      if (page) browser ??= await openBrowser();
      const lines = page ? await runPage(browser, folder) : runProgram(folder);
      totals.passed += 1;
      console.log(`ok  examples/${name} (${seconds()})\n${lines.map((line) => `    ${line}`).join('\n')}`);
    } catch (error) {
      if (error.message.startsWith('no browser')) {
        console.log(`examples/${name}: not run: ${error.message}`);
        continue;
      }
      totals.failed += 1;
      console.log(`FAILED  examples/${name} (${seconds()})\n    ${error.stack}`);
    }
  }
  await browser?.close();
  console.log(`\n${totals.passed} passed, ${totals.failed} failed`);
  process.exitCode = totals.failed > 0 ? 1 : 0;
}

await main();
