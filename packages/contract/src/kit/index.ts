export * from './access.ts';
export * from './codecs.ts';
export * from './deprecation.ts';
export * from './download.ts';
export * from './endpoint.ts';
export * from './error-catalogue.ts';
export * from './errors.ts';
export * from './page.ts';
export { CSV_MARK, formatCsvRow, type CsvValue } from './csv.ts';
