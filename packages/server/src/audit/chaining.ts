import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startLoop } from '@northlight/runtime';
import { z } from 'zod';
import type { Services } from '../services.ts';
import { auditKey, type ChainHead, type ChainReport, linkAudit, verifyAudit } from './chain.ts';

/** Longer than this nothing stays without its link. */
const LINK_MS = 2_000;
const anchorFile = (dataDirectory: string): string => join(dataDirectory, 'audit-head.json');
const anchorShape = z.object({ sequence: z.number().int(), hash: z.string() });

type ChainServices = Pick<Services, 'clock' | 'db' | 'log' | 'envelope' | 'config'>;

/** Links new records every two seconds and keeps the head in the data directory. */
export function startChaining(services: ChainServices): AsyncDisposable {
  const { clock, db, log, envelope, config } = services;
  const key = auditKey(envelope);
  let kept: number | undefined;
  const run = async (): Promise<void> => {
    const head = await linkAudit(db, key);
    if (head.sequence !== kept) keepAnchor(config.dataDirectory, head);
    kept = head.sequence;
  };
  return startLoop(clock, LINK_MS, run, (error) => log.warn({ err: error }, 'audit not linked'));
}

function keepAnchor(dataDirectory: string, head: ChainHead): void {
  const file = anchorFile(dataDirectory);
  writeFileSync(`${file}.part`, JSON.stringify(head), { mode: 0o600 });
  renameSync(`${file}.part`, file);
}

function readAnchor(dataDirectory: string): ChainHead | undefined {
  const file = anchorFile(dataDirectory);
  return existsSync(file) ? anchorShape.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined;
}

/** Links what is new, then walks the whole chain. */
export async function verifyNow({
  config,
  db,
  envelope,
}: Pick<Services, 'db' | 'envelope' | 'config'>): Promise<ChainReport> {
  const key = auditKey(envelope);
  const anchor = readAnchor(config.dataDirectory);
  // One snapshot: records that are linked meanwhile are in the head and not among those that were read before it.
  const walk = (): Promise<ChainReport> =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute((tx) => verifyAudit(tx, key, anchor));
  const before = await walk();
  if (!before.whole) return before;
  await linkAudit(db, key);
  return walk();
}
