// What the checks of the report's pages share: Debian's chromium, and every page in a folder in
// every way that it is read in: light and dark, desktop and phone.
import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

export const chromiumPath = process.env.CHROMIUM ?? '/usr/bin/chromium';

export const ways = [
  { name: 'desktop, light', colorScheme: 'light', viewport: { width: 1280, height: 900 } },
  { name: 'desktop, dark', colorScheme: 'dark', viewport: { width: 1280, height: 900 } },
  { name: 'phone, light', colorScheme: 'light', viewport: { width: 390, height: 844 } },
  { name: 'phone, dark', colorScheme: 'dark', viewport: { width: 390, height: 844 } },
  { name: 'small phone, light', colorScheme: 'light', viewport: { width: 320, height: 640 } },
];

export async function withBrowser(work) {
  if (!existsSync(chromiumPath)) throw new Error(`There is no browser at ${chromiumPath}.`);
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync',
      '--disable-component-update', '--no-first-run'],
  });
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}

export function pagesIn(folder) {
  if (!folder) throw new Error('Name the folder that holds the pages.');
  const pages = readdirSync(folder).filter((name) => name.endsWith('.html')).sort();
  if (pages.length === 0) throw new Error(`There is no page in ${folder}.`);
  return pages.map((name) => ({ name, url: pathToFileURL(resolve(join(folder, name))).href }));
}

// All results, in order; `limit` at a time.
export async function inParallel(items, limit, work) {
  const results = [];
  let next = 0;
  const worker = async () => {
    while (next < items.length) {
      const at = next++;
      results[at] = await work(items[at]);
    }
  };
  await Promise.all(Array.from({ length: limit }, worker));
  return results;
}

// Prints what is wrong, one line each, and ends with 1 when there was anything.
export function end(complaints, praise) {
  for (const complaint of complaints) console.log(complaint);
  if (complaints.length === 0) console.log(praise);
  process.exitCode = complaints.length === 0 ? 0 : 1;
}
