/**
 * Opens pages in a Chromium of its own, one after the other, and prints as JSON what each has logged first and all that went wrong in it.
 * Usage: TMPDIR=<an empty folder> open-pages.mjs <url>…
 */
import chromium from '@sparticuz/chromium';
import puppeteer from 'puppeteer-core';

const MOST_MS = 30_000;

chromium.setGraphicsMode = false;
const browser = await puppeteer.launch({
  // Unpacked into TMPDIR, and the profile is made there: nothing of another program is met.
  executablePath: await chromium.executablePath(),
  headless: 'shell',
  // Of `chromium.args` only what root needs: the others turn off what protects a page, and put it into the browser's process.
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
      // What has thrown may never log.
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
