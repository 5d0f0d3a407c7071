/**
 * Opens pages in a Chromium of its own, one after the other, and prints as JSON the first log line and all errors of each. Usage:
 * TMPDIR=<an empty folder> open-pages.mjs <url>…
 */
import chromium from '@sparticuz/chromium';
import puppeteer from 'puppeteer-core';

const MOST_MS = 30_000;

chromium.setGraphicsMode = false;
const browser = await puppeteer.launch({
  // Chromium is unpacked into TMPDIR, and its profile is made there, so that it meets nothing of another program.
  executablePath: await chromium.executablePath(),
  headless: 'shell',
  // Only the argument that root needs is taken from `chromium.args`: the others turn off protections of a page, and put it into the browser's
  // process.
  args: ['--no-sandbox'],
  timeout: MOST_MS,
});
try {
  const told = [];
  for (const url of process.argv.slice(2)) {
    told.push(await openPage(url));
  }
  console.log(JSON.stringify({ version: await browser.version(), told }));
} finally {
  await browser.close();
}

async function openPage(url) {
  const page = await browser.newPage();
  const faults = [];
  let given;
  const logged = new Promise((resolve) => {
    page.on('console', (message) => {
      if (message.type() === 'log') {
        resolve(message.text());
      } else {
        faults.push(`console.${message.type()}: ${message.text()}`);
      }
    });
    page.on('pageerror', (error) => {
      faults.push(`thrown: ${error instanceof Error ? error.message : error}`);
      // A page that has thrown may never log.
      resolve(undefined);
    });
    page.on('requestfailed', (request) =>
      faults.push(`not loaded: ${request.url()} (${request.failure()?.errorText})`),
    );
    page.on('response', (response) => {
      if (!response.ok()) {
        faults.push(`not loaded: ${response.url()} (${response.status()})`);
      }
    });
    given = setTimeout(() => {
      faults.push(`nothing was logged for ${MOST_MS / 1000} seconds`);
      resolve(undefined);
    }, MOST_MS);
  });
  await page.goto(url);
  const printed = await logged;
  clearTimeout(given);
  await page.close();
  return { printed, faults };
}
