import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { CONSOLE_PAGES, ConsoleManifest, SHELL, SIGN_IN_PAGES } from './console-pages.ts';

const OPTIONS = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
const COMPRESSIBLE = new Set(['.js', '.css', '.svg', '.json']);

/** Adds to a built console what the server needs to send it fast. */
export async function finishConsole(directory: string): Promise<void> {
  writePreloads(directory);
  await compressFiles(directory);
}

/**
 * Writes the tags that load all files of a page at once, by path, and whether the page is in the console's frame; `*`
 * is for all other paths. Otherwise the browser would find the files one after the other: entry, console, frame, page.
 */
function writePreloads(directory: string): void {
  const manifest = new ConsoleManifest(directory);
  const known = manifest.listFiles(manifest.collect([]));
  const format = (sources: readonly string[]): string => {
    const { css, js } = manifest.listFiles(manifest.collect(sources));
    return [
      ...css
        .filter((file) => !known.css.includes(file))
        .map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
      ...js
        .filter((file) => !known.js.includes(file))
        .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
    ].join('');
  };
  const pages = { ...SIGN_IN_PAGES, ...CONSOLE_PAGES, '*': SHELL };
  const preloads = Object.entries(pages).map(([path, sources]) => [
    path,
    { tags: format(sources), isInFrame: SHELL.every((source) => sources.includes(source)) },
  ]);
  writeFileSync(join(directory, '.vite/preloads.json'), JSON.stringify(Object.fromEntries(preloads)));
}

/**
 * Writes a brotli file next to each file, so that no request compresses it. The best quality would save another 7 %, but
 * takes ten times as long (5 s of processor time), which the first start would wait for.
 */
async function compressFiles(directory: string): Promise<void> {
  const files = readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((name) => COMPRESSIBLE.has(extname(name)) && !name.startsWith('.'))
    .map((name) => join(directory, name));
  await Promise.all(
    files.map(async (file) =>
      writeFile(`${file}.br`, await promisify(brotliCompress)(readFileSync(file), OPTIONS)),
    ),
  );
}
