import { IMPORT_MAX_BYTES, IMPORT_MAX_ROWS } from '@northlight/contract';
import { Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import '@mantine/dropzone/styles.layer.css';
import IconFileSpreadsheet from '@tabler/icons-react/dist/esm/icons/IconFileSpreadsheet.mjs';
import { formatBytes } from '../../kit/format/index.ts';
import classes from './add.module.css';

interface FilePickerProps {
  readonly isReading: boolean;
  readonly onFile: (file: File) => void;
  readonly onProblem: (problem: string | undefined) => void;
}

/** Files that the system's dialog offers. Any dropped file is read, because the server explains a wrong kind. */
const OFFERED = '.xlsx,.xlsm,.xlsb,.xls,.ods,.csv,.tsv,.txt';
/** The template begins with a byte order mark, with which spreadsheet programs detect UTF-8. */
const TEMPLATE = `data:text/csv;charset=utf-8,${encodeURIComponent('\uFEFFSerial number,Claim code,Name\r\n')}`;

/** Takes a file, which the server reads. */
export function FilePicker({ isReading, onFile, onProblem }: FilePickerProps) {
  return (
    <div className="row wrap gap-8">
      <Dropzone
        maxSize={IMPORT_MAX_BYTES}
        multiple={false}
        loading={isReading}
        p={0}
        className={classes['dropzone'] ?? ''}
        inputProps={{ 'aria-label': 'Spreadsheet', accept: OFFERED }}
        onDrop={([file]) => file && onFile(file)}
        onReject={() =>
          onProblem(`A file has at most ${formatBytes(IMPORT_MAX_BYTES)}. Remove other sheets and pictures.`)
        }
      >
        <div className="row wrap padded mut justify-centre gap-8">
          <IconFileSpreadsheet size={18} stroke={1.5} aria-hidden />
          <Text size="sm" fw={550} c="var(--ink)">
            {isReading ? 'Reading the file…' : 'Choose a file, or drop it here'}
          </Text>
          <Text size="xs">.xlsx, .xls, .ods or .csv, up to {IMPORT_MAX_ROWS} rows</Text>
        </div>
      </Dropzone>
      <a className="plain" href={TEMPLATE} download="devices.csv">
        Download template
      </a>
    </div>
  );
}
