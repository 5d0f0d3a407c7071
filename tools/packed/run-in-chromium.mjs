/** Serves pages on the loopback and opens them in a pinned Chromium, which is installed where it is missing. */
import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const folder = fileURLToPath(new URL('browser', import.meta.url));
const TYPES = { '.html': 'text/html', '.js': 'text/javascript' };

/** Whether the pinned Chromium has a build for this platform. */
export const HAS_CHROMIUM = process.platform === 'linux' && process.arch === 'x64';

/**
 * Runs `pages`, each with its `name`, the `root` of its files, which has an index.html, and its Content-Security-Policy as `csp`. Resolves
 * with the browser's `version` and, for each page in order, what it `printed` first and its `faults`.
 */
export async function runInChromium(pages) {
  installChromium();
  const server = createServer((request, response) => answer(pages, request, response));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const scratch = mkdtempSync(join(tmpdir(), 'amux-chromium-'));
  try {
    const urls = pages.map((_, index) => `http://127.0.0.1:${server.address().port}/${index}/index.html`);
    const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'open-pages.mjs'), ...urls], {
      env: { ...process.env, TMPDIR: scratch },
      maxBuffer: 64 * 2 ** 20,
      // The timeout sends SIGTERM, on which puppeteer ends its browser.
      timeout: 180_000,
    });
    return JSON.parse(stdout);
  } finally {
    server.close();
    server.closeAllConnections();
    rmSync(scratch, { recursive: true, force: true });
  }
}

function installChromium() {
  const { dependencies } = readJson(join(folder, 'package.json'));
  const isThere = Object.entries(dependencies).every(([name, version]) => {
    const manifest = join(folder, 'node_modules', name, 'package.json');
    return existsSync(manifest) && readJson(manifest).version === version;
  });
  if (isThere) {
    return;
  }
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) {
    throw new Error(`\`npm ci\` in ${folder} failed (exit code ${status}). Is the registry reachable?`);
  }
}

function answer(pages, request, response) {
  const [, index, ...path] = new URL(request.url, 'http://127.0.0.1').pathname.split('/');
  const page = pages[index];
  const file = page === undefined ? undefined : join(page.root, ...path);
  if (file === undefined || !existsSync(file)) {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, { 'content-type': TYPES[extname(file)], 'content-security-policy': page.csp });
  response.end(readFileSync(file));
}

function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}
