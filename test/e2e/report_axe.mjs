// Accessibility of the report: node report_axe.mjs FOLDER checks every page of the folder with
// axe-core in every way it is read in, folded and unfolded, and that no page scrolls sideways.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { end, inParallel, pagesIn, ways, withBrowser } from './report_pages.mjs';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

// The page forbids scripts, so axe is brought in from outside of it, by the debugger's protocol.
async function violations(page) {
  await page.evaluate(axeSource);
  const result = await page.evaluate(() =>
    window.axe.run(document, {
      resultTypes: ['violations'],
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    }));
  return result.violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help}: ${target.join(' ')}: ${failureSummary}`));
}

async function checkPage(browser, { name, url }, { name: wayName, ...way }) {
  const context = await browser.newContext({ ...way, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(url);
  // Folded, only the excerpts differ: once for each theme is enough.
  const found = way.viewport.width > 1000 ? await violations(page) : [];
  await page.evaluate(() => document.querySelectorAll('details').forEach((one) => { one.open = true; }));
  found.push(...(await violations(page)));
  const [content, window_] = await page.evaluate(() =>
    [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
  if (content > window_) found.push(`the page is ${content} px wide in a window of ${window_}`);
  await context.close();
  return [...new Set(found)].map((text) => `${name} (${wayName}): ${text.replaceAll(/\s+/g, ' ')}`);
}

await withBrowser(async (browser) => {
  const pages = pagesIn(process.argv[2]);
  const visits = pages.flatMap((page) => ways.map((way) => [page, way]));
  const complaints = await inParallel(visits, 2, ([page, way]) => checkPage(browser, page, way));
  end(complaints.flat(), `${pages.length} pages in ${ways.length} ways: no violations.`);
});
