import { utils, write } from '@e965/xlsx';

/** Returns a workbook for the import of devices: a heading row, then rows of serial number and claim code. */
export function importSheet(rows: unknown[][], bookType: 'xlsx' | 'xls' = 'xlsx'): File {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet([['Serial number', 'Claim code'], ...rows]), 'Devices');
  return new File([write(book, { type: 'buffer', bookType })], `devices.${bookType}`);
}
