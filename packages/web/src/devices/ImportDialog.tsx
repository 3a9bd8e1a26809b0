import { IMPORT_MAX_BYTES, IMPORT_MAX_ROWS, type ImportResult, type Permission } from '@northlight/contract';
import { Button, Group, Modal, Table, Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import '@mantine/dropzone/styles.layer.css';
import IconFileSpreadsheet from '@tabler/icons-react/dist/esm/icons/IconFileSpreadsheet.mjs';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useProject } from '../app/current.tsx';
import { call, toErrorSentence } from '../kit/api/index.ts';
import { formatBytes, formatPlural } from '../kit/format/index.ts';
import { ScrollBox } from '../ui/ScrollBox.tsx';
import classes from './devices.module.css';
import { Notice } from '../ui/Notice.tsx';
import { POPUP_WIDTHS } from '../ui/constants.ts';

interface ImportDialogProps {
  readonly can: Permission;
  readonly onClose: () => void;
}

const ACCEPT = {
  'application/vnd.ms-excel': ['.xls'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['.xlsx'],
};

/** Imports devices from a spreadsheet and lists the result of every row; either all rows are added or none. */
export function ImportDialog({ can, onClose }: ImportDialogProps) {
  const project = useProject();
  const client = useQueryClient();
  const [rejected, setRejected] = useState<string>();
  const upload = useMutation({
    mutationFn: (file: File) => call('deviceImport', { params: { projectId: project.id } }, { file }),
    meta: { busy: 'uploading' },
    onSuccess: () => client.invalidateQueries({ queryKey: ['deviceList'] }),
  });
  const result = upload.data;
  return (
    <Modal opened onClose={onClose} title="Import devices" size={POPUP_WIDTHS.medium}>
      {!can.allowed && <Notice tone="plain">{can.reason}</Notice>}
      {can.allowed && !result?.accepted && (
        <Dropzone
          accept={ACCEPT}
          maxSize={IMPORT_MAX_BYTES}
          multiple={false}
          loading={upload.isPending}
          inputProps={{ 'aria-label': 'Spreadsheet' }}
          onDrop={(files) => {
            setRejected(undefined);
            if (files[0]) upload.mutate(files[0]);
          }}
          onReject={() =>
            setRejected(`The file must be .xls or .xlsx and at most ${formatBytes(IMPORT_MAX_BYTES)}.`)
          }
        >
          <div className={classes['drop']}>
            <IconFileSpreadsheet size={32} stroke={1.4} aria-hidden />
            <Text size="sm" fw={550} c="var(--ink)">
              {upload.isPending
                ? 'Reading the file…'
                : result
                  ? 'Drop the corrected file here, or choose it'
                  : 'Drop a spreadsheet here, or choose one'}
            </Text>
            <Text size="xs">
              .xls or .xlsx, up to {IMPORT_MAX_ROWS} rows; two columns: serial number and claim code, both
              formatted as text
            </Text>
          </div>
        </Dropzone>
      )}
      {(rejected ?? upload.error) && (
        <Notice tone="error">{rejected ?? toErrorSentence(upload.error)}</Notice>
      )}
      {result && <ImportOutcome result={result} />}
      <Group justify="flex-end" mt="lg">
        <Button variant={result?.accepted ? 'filled' : 'default'} onClick={onClose}>
          {result?.accepted ? 'Done' : 'Close'}
        </Button>
      </Group>
    </Modal>
  );
}

function ImportOutcome({ result }: { readonly result: ImportResult }) {
  const failed = result.rows.filter(({ error }) => error !== undefined).length;
  const sorted = [...result.rows].sort(
    (a, b) => Number(b.error !== undefined) - Number(a.error !== undefined) || a.row - b.row,
  );
  return (
    <>
      <Notice
        tone={result.accepted ? 'good' : 'error'}
        title={`${formatPlural(result.rows.length, 'row')} read`}
      >
        {result.accepted
          ? `${formatPlural(result.added, 'device')} added. Waiting for their first connection.`
          : (result.error ??
            `${formatPlural(failed, 'row')} ${failed === 1 ? 'has' : 'have'} errors. No device was added. Correct the file and import it again.`)}
      </Notice>
      {sorted.length > 0 && (
        <ScrollBox label="Rows of the file" className={classes['importRows']}>
          <Table verticalSpacing={4} fz="sm">
            <Table.Thead>
              <Table.Tr>
                <Table.Th className="num">Row</Table.Th>
                <Table.Th>Serial number</Table.Th>
                <Table.Th>Claim code</Table.Th>
                <Table.Th>Result</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {sorted.map((row) => (
                <Table.Tr key={row.row}>
                  <Table.Td className="num">{row.row}</Table.Td>
                  <Table.Td className="mono">{row.sn || '–'}</Table.Td>
                  <Table.Td className="mono">{row.claimCode || '–'}</Table.Td>
                  <Table.Td className={row.error ? 'err' : result.accepted ? 'ok' : 'mut'}>
                    {row.error ?? (result.accepted ? 'Added' : 'Ready')}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </ScrollBox>
      )}
    </>
  );
}
