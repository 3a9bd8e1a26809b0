import { parseDelimited } from '@northlight/contract';
import { CROCKFORD } from '@northlight/contract/net';
import type { Entropy } from '@northlight/runtime';
import { StartupError } from '../platform/startup-error.ts';

export interface BaseDeviceRow {
  readonly line: number;
  readonly sn: string;
  readonly mac: string;
  readonly model: string;
  readonly claimCode: string;
  readonly secret: string;
  /** True when the claim code or the secret was generated. */
  readonly generated: boolean;
}

const COLUMNS = ['sn', 'mac', 'model', 'claimCode', 'secret'] as const;
const REQUIRED = ['sn', 'mac', 'model'] as const;

/** Reads the CSV of the base device list; its header names the columns. */
export function readDeviceCsv(text: string, entropy: Entropy): BaseDeviceRow[] {
  const lines = parseDelimited(text, ',').map((cells, index) => ({
    cells: cells.map((cell) => cell.trim()),
    number: index + 1,
  }));
  const header = lines[0]?.cells ?? [];
  const columnIndexes = new Map(
    COLUMNS.map(
      (column) => [column, header.findIndex((cell) => cell.toLowerCase() === column.toLowerCase())] as const,
    ),
  );
  for (const column of REQUIRED)
    if ((columnIndexes.get(column) ?? -1) < 0)
      throw new StartupError(`The file's first line must name the column ${column}.`);
  const body = lines.slice(1).filter(({ cells }) => cells.some((cell) => cell !== ''));
  return body.map(({ cells, number }) => {
    const cell = (column: (typeof COLUMNS)[number]): string => cells[columnIndexes.get(column) ?? -1] ?? '';
    const claimCode = cell('claimCode');
    const secret = cell('secret');
    return {
      line: number,
      sn: cell('sn'),
      mac: cell('mac'),
      model: cell('model'),
      claimCode: claimCode || Array.from(entropy.bytes(10), (byte) => CROCKFORD[byte % 32]).join(''),
      secret: secret || Buffer.from(entropy.bytes(32)).toString('hex'),
      generated: claimCode === '' || secret === '',
    };
  });
}
