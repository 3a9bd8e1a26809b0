import { IMPORT_MAX_BYTES, IMPORT_MAX_ROWS, type ImportRow } from '@northlight/contract';
import { Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import '@mantine/dropzone/styles.layer.css';
import IconFileSpreadsheet from '@tabler/icons-react/dist/esm/icons/IconFileSpreadsheet.mjs';
import { useMutation } from '@tanstack/react-query';
import { useProject } from '../../app/shell-context.tsx';
import { call, toErrorSentence } from '../../kit/api/index.ts';
import { formatBytes } from '../../kit/format/index.ts';
import classes from './add.module.css';

interface FilePickerProps {
  readonly onRows: (rows: readonly ImportRow[]) => void;
  readonly onProblem: (problem: string | undefined) => void;
}

const ACCEPT = {
  'application/vnd.ms-excel': ['.xls', '.csv'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['.xlsx'],
  'text/csv': ['.csv'],
  'text/plain': ['.csv'],
};
/** The template begins with a byte order mark, with which spreadsheet programs detect UTF-8. */
const TEMPLATE = `data:text/csv;charset=utf-8,${encodeURIComponent('\uFEFFSerial number,Claim code,Name\r\n')}`;

/** Reads a spreadsheet on the server, which checks its rows and adds none. */
export function FilePicker({ onRows, onProblem }: FilePickerProps) {
  const project = useProject();
  const upload = useMutation({
    mutationFn: (file: File) =>
      call('deviceImport', { params: { projectId: project.id }, query: { mode: 'check' } }, { file }),
    onMutate: () => onProblem(undefined),
    onSuccess: ({ error, rows }) => (error === undefined ? onRows(rows) : onProblem(error)),
    onError: (error) => onProblem(toErrorSentence(error)),
  });
  return (
    <div className={classes['file']}>
      <Dropzone
        accept={ACCEPT}
        maxSize={IMPORT_MAX_BYTES}
        multiple={false}
        loading={upload.isPending}
        p={0}
        className={classes['dropzone'] ?? ''}
        inputProps={{ 'aria-label': 'Spreadsheet' }}
        onDrop={([file]) => file && upload.mutate(file)}
        onReject={() =>
          onProblem(`The file must be .xlsx, .xls or .csv and at most ${formatBytes(IMPORT_MAX_BYTES)}.`)
        }
      >
        <div className={classes['drop']}>
          <IconFileSpreadsheet size={18} stroke={1.5} aria-hidden />
          <Text size="sm" fw={550} c="var(--ink)">
            {upload.isPending ? 'Reading the file…' : 'Choose a file, or drop it here'}
          </Text>
          <Text size="xs">.xlsx, .xls or .csv, up to {IMPORT_MAX_ROWS} rows</Text>
        </div>
      </Dropzone>
      <a className="plain" href={TEMPLATE} download="devices.csv">
        Download template
      </a>
    </div>
  );
}
