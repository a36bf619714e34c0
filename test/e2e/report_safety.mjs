// Harmlessness of the report's pages: node report_safety.mjs FOLDER opens every page of the folder
// and clicks what can be clicked, while a server listens where hostile text calls to. Nothing may
// reach it, and no script may run. trap.htm is the same hostile page unwrapped: if that reaches
// nobody either, the trap is broken and the check proves nothing.
import { readFileSync, writeFileSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { end, inParallel, pagesIn, withBrowser } from './report_pages.mjs';

const folder = process.argv[2];
const kCalled = /127\.0\.0\.1:9\//g;  // where hostile text in the samples calls to
const kPatience = 1500;               // ms that a page is given to do its worst

// Counts connections, not requests: opening one ahead of use already tells that a page was opened.
async function listen() {
  const heard = [];
  const server = createServer((socket) => {
    heard.push('a connection without a request');
    const at = heard.length - 1;
    socket.on('data', (data) => { heard[at] = data.toString().split('\r\n')[0]; });
    socket.on('error', () => {});
    socket.end('HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n');
  });
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
  return { heard, port: server.address().port, close: () => server.close() };
}

async function clickEverything(page) {
  for (const frame of page.frames()) {
    for (const target of ['#go', '#new', '#run', '#send', '#top', 'details > summary']) {
      await frame.locator(target).first().click({ timeout: 300, noWaitAfter: true }).catch(() => {});
    }
  }
}

async function visit(browser, name, scratch) {
  const server = await listen();
  const file = join(scratch, `${name}.html`);
  writeFileSync(file, readFileSync(join(folder, name), 'utf8').replaceAll(kCalled, `127.0.0.1:${server.port}/`));
  const context = await browser.newContext();
  const page = await context.newPage();
  const url = pathToFileURL(file).href;
  await page.goto(url);
  const dialogs = [];
  page.on('dialog', (dialog) => { dialogs.push(dialog.message()); dialog.dismiss(); });
  await page.waitForTimeout(kPatience);
  await clickEverything(page);
  await page.waitForTimeout(kPatience / 3);
  const state = { name, heard: server.heard, title: await page.title(), left: page.url().split('#')[0] !== url, dialogs };
  await context.close();
  server.close();
  return state;
}

function complaintsOf({ name, heard, title, left, dialogs }) {
  return [
    ...heard.map((call) => `${name}: called out: ${call}`),
    ...dialogs.map((dialog) => `${name}: opened a dialog: ${dialog}`),
    ...(title === 'owned' ? [`${name}: a script ran`] : []),
    ...(left ? [`${name}: the page was left`] : []),
  ];
}

const scratch = mkdtempSync(join(tmpdir(), 'report-safety-'));
try {
  await withBrowser(async (browser) => {
    const names = pagesIn(folder).map(({ name }) => name);
    const [trap, ...visits] = await inParallel(['trap.htm', ...names], 6, (name) => visit(browser, name, scratch));
    const complaints = visits.flatMap(complaintsOf);
    if (trap.heard.length < 5) complaints.push('trap.htm reached nobody: the trap does not work');
    end(complaints, `${names.length} pages: no script ran, nothing was called (the trap: ${trap.heard.length} calls).`);
  });
} finally {
  rmSync(scratch, { recursive: true });
}
