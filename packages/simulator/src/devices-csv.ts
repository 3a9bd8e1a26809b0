/** A line of the base device list, as the manufacturer hands it over. */
export interface BaseDeviceRow {
  readonly sn: string;
  readonly mac: string;
  readonly model: string;
  readonly claimCode: string;
  /** 256 bits, hexadecimal. */
  readonly secret: string;
}

const COLUMNS = ['sn', 'mac', 'model', 'claimCode', 'secret'] as const;

/** The file that `npm run devices -- register` reads; no value has a comma or a quote in it. */
export function formatDevicesCsv(rows: readonly BaseDeviceRow[]): string {
  return `${[COLUMNS.join(','), ...rows.map((row) => COLUMNS.map((column) => row[column]).join(','))].join('\n')}\n`;
}

/** Reads such a file back; throws with the line that is not as it should be. */
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
