import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startLoop } from '@northlight/runtime';
import { z } from 'zod';
import type { Services } from '../services.ts';
import { deriveAuditKey, type ChainHead, type ChainReport, chainAuditRows, verifyAudit } from './chain.ts';

/** Interval in which new records are linked. */
const LINK_MS = 2_000;
const getAnchorFile = (dataDirectory: string): string => join(dataDirectory, 'audit-head.json');
const anchorShape = z.object({ sequence: z.number().int(), hash: z.string() });

type ChainServices = Pick<Services, 'clock' | 'db' | 'log' | 'envelope' | 'config'>;

/** Links new records every 2 s and stores the head in the data directory. */
export function startChaining(services: ChainServices): AsyncDisposable {
  const { clock, db, log, envelope, config } = services;
  const key = deriveAuditKey(envelope);
  let savedSequence: number | undefined;
  const run = async (): Promise<void> => {
    const head = await chainAuditRows(db, key);
    if (head.sequence !== savedSequence) saveAnchor(config.dataDirectory, head);
    savedSequence = head.sequence;
  };
  return startLoop(clock, LINK_MS, run, (error) => log.warn({ err: error }, 'audit not linked'));
}

function saveAnchor(dataDirectory: string, head: ChainHead): void {
  const file = getAnchorFile(dataDirectory);
  writeFileSync(`${file}.part`, JSON.stringify(head), { mode: 0o600 });
  renameSync(`${file}.part`, file);
}

function readAnchor(dataDirectory: string): ChainHead | undefined {
  const file = getAnchorFile(dataDirectory);
  return existsSync(file) ? anchorShape.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined;
}

/** Verifies the chain, links new records, and verifies it again. */
export async function verifyNow({
  config,
  db,
  envelope,
}: Pick<Services, 'db' | 'envelope' | 'config'>): Promise<ChainReport> {
  const key = deriveAuditKey(envelope);
  const anchor = readAnchor(config.dataDirectory);
  // Reads head and records in one snapshot: otherwise the head could cover records that are linked after the
  // records were read.
  const verify = (): Promise<ChainReport> =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute((tx) => verifyAudit(tx, key, anchor));
  const before = await verify();
  if (!before.whole) return before;
  await chainAuditRows(db, key);
  return verify();
}
