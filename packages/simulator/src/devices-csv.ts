/** A row of the manufacturer's base device list. */
export interface BaseDeviceRow {
  readonly sn: string;
  readonly mac: string;
  readonly model: string;
  readonly claimCode: string;
  /** Secret of 256 bits, hexadecimal. */
  readonly secret: string;
}

const COLUMNS = ['sn', 'mac', 'model', 'claimCode', 'secret'] as const;

/** Formats the file for `npm run devices -- register`. Values must not contain commas or quotes. */
export function formatDevicesCsv(rows: readonly BaseDeviceRow[]): string {
  return `${[COLUMNS.join(','), ...rows.map((row) => COLUMNS.map((column) => row[column]).join(','))].join('\n')}\n`;
}

/** Parses a file of `formatDevicesCsv`; throws with the number of a malformed line. */
export function parseDevicesCsv(text: string): BaseDeviceRow[] {
  const [head = '', ...lines] = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const columns = head.split(',').map((column) => column.trim());
  const missing = COLUMNS.filter((column) => !columns.includes(column));
  if (missing.length > 0) throw new Error(`The file has no column ${missing.join(', ')}.`);
  return lines.map((line, index) => {
    const values = line.split(',').map((value) => value.trim());
    if (values.length !== columns.length)
      throw new Error(
        `Line ${index + 2} of the file has ${values.length} values instead of ${columns.length}.`,
      );
    const value = (column: (typeof COLUMNS)[number]): string => values[columns.indexOf(column)] ?? '';
    return {
      sn: value('sn'),
      mac: value('mac'),
      model: value('model'),
      claimCode: value('claimCode'),
      secret: value('secret'),
    };
  });
}
