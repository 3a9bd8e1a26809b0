import { existsSync } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BrowserContext } from 'playwright-core';

/** Folder with a subfolder of screenshots, traces and the server's log for each failed story. */
export const RESULTS = fileURLToPath(new URL('../results/', import.meta.url));

interface TrackedVisit {
  readonly context: BrowserContext;
  /** Whether the visit ended, or was in use, since the running story began. */
  isRecent: boolean;
  hasEnded: boolean;
}

const visits = new Map<BrowserContext, TrackedVisit>();
const serverLogs = new Set<string>();

/** Starts the trace of a new context. */
export const recordContext = (context: BrowserContext): Promise<unknown> =>
  context.tracing.start({ snapshots: true });

/** Begins the trace of a visit; the trace of the context's earlier visit is discarded. */
export async function trackVisit(context: BrowserContext): Promise<void> {
  if (visits.has(context)) await context.tracing.stopChunk();
  await context.tracing.startChunk();
  visits.set(context, { context, isRecent: true, hasEnded: false });
}

export function endVisit(context: BrowserContext): void {
  const visit = visits.get(context);
  if (visit) visit.hasEnded = true;
}

/** Forgets the contexts of a browser that is about to close. */
export function forgetContexts(contexts: Iterable<BrowserContext>): void {
  for (const context of contexts) visits.delete(context);
}

/** Keeps the path of the log of a running server; the returned function forgets it. */
export function trackServerLog(path: string): () => void {
  serverLogs.add(path);
  return () => serverLogs.delete(path);
}

/** Forgets the visits of earlier stories, except those that the next story continues. */
export function beginStory(): void {
  for (const visit of visits.values()) visit.isRecent = !visit.hasEnded;
}

/**
 * Stores screenshots and traces of the story's visits, and the server's log, in a folder of the story. A repeated
 * story has one folder per attempt.
 */
export async function saveEvidence(file: string, title: string, attempt: number): Promise<void> {
  const name = `${file} ${title}`.replaceAll(/[^A-Za-z0-9]+/g, '-').slice(0, 120);
  const folder = join(RESULTS, attempt === 0 ? name : `${name}-repeated`);
  await mkdir(folder, { recursive: true });
  let count = 0;
  for (const { context, isRecent } of visits.values()) {
    if (!isRecent) continue;
    count += 1;
    for (const [index, page] of context.pages().entries())
      if (page.url() !== 'about:blank')
        await page
          .screenshot({ path: join(folder, `page-${count}-${index + 1}.png`) })
          .catch(() => undefined);
    await context.tracing.stopChunk({ path: join(folder, `trace-${count}.zip`) });
    await context.tracing.startChunk();
  }
  for (const [index, path] of [...serverLogs].entries())
    if (existsSync(path)) await copyFile(path, join(folder, `server-${index + 1}.log`));
}
