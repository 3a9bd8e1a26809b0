import { checkDeviceEntries } from '@northlight/contract';
import { listEntries } from '@northlight/contract/device-lists';
import { type ListContent, type ListOrder, readListFile } from '../read-list-file.ts';

/**
 * Reads a file in this process, and returns the sentence for the whole file, or one line per row: the cells of a row
 * that is ready, or its errors. A hidden row that was left out is counted in a last line.
 */
export async function describeFile(
  bytes: Buffer,
  options: Partial<Omit<ListOrder, 'bytes'>> = {},
): Promise<string | string[]> {
  const content = await readListFile({
    bytes,
    columns: {},
    includeHidden: false,
    maxEntries: 500,
    ...options,
  });
  return 'error' in content ? content.error : describeRows(content);
}

function describeRows({ hiddenRows, table }: Exclude<ListContent, { error: string }>): string[] {
  const entries = listEntries(table, table.chosen);
  const errors = checkDeviceEntries(
    entries,
    entries.map(({ row }) => row),
  );
  const lines = entries.map(({ claimCode, faults, name, row, sn }, index) => {
    const found = Object.entries({ ...errors[index], ...faults });
    const cells =
      found.length > 0 ? found.map(([field, error]) => `! ${field}: ${error}`) : [sn, claimCode, name];
    return [row, ...cells].join(' | ');
  });
  return hiddenRows > 0 ? [...lines, `hidden: ${hiddenRows}`] : lines;
}
