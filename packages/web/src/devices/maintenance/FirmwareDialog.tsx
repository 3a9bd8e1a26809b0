import { type Firmware, firmware as firmwareShape, type Permission } from '@northlight/contract';
import {
  Button,
  FileButton,
  Group,
  Modal,
  Select,
  Skeleton,
  Table,
  Text,
  VisuallyHidden,
} from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useProject } from '../../app/shell-context.tsx';
import { toast } from '../../app/toast.ts';
import { awaitRefetch, call, createQuery, toErrorSentence } from '../../kit/api/index.ts';
import { GatedButton } from '../../kit/controls/GatedButton.tsx';
import { formatBytes } from '../../kit/format/index.ts';
import { Notice } from '../../ui/Notice.tsx';
import { ScrollBox } from '../../ui/ScrollBox.tsx';
import { POPUP_WIDTHS } from '../../ui/constants.ts';

const CHANNELS = [
  { value: 'stable', label: 'Stable' },
  { value: 'beta', label: 'Beta' },
];

/** Dialog with the project's upgrade files, the manufacturer's releases, and the channel of each model. */
export function FirmwareDialog({ can, onClose }: { readonly can: Permission; readonly onClose: () => void }) {
  const project = useProject();
  const params = { projectId: project.id };
  const list = useQuery(createQuery('firmwareList', { params }));
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const runAction = async (
    run: () => Promise<unknown>,
    done?: (result: unknown) => string,
  ): Promise<void> => {
    setProblem(undefined);
    setBusy(true);
    try {
      const result = await run();
      if (done) toast.done(done(result));
      await awaitRefetch();
    } catch (error) {
      setProblem(toErrorSentence(error));
    }
    setBusy(false);
  };
  const send = useMutation({
    mutationFn: (file: File) => call('firmwareUpload', { params }, { file }),
    meta: { busy: 'uploading' },
  });
  const upload = (file: File | null): void => {
    if (file)
      void runAction(
        () => send.mutateAsync(file),
        (result) => `Version ${firmwareShape.parse(result).version} is ready to use.`,
      );
  };
  return (
    <Modal opened onClose={onClose} title="Firmware" size={POPUP_WIDTHS.wide}>
      {problem && <Notice tone="error">{problem}</Notice>}
      {list.error && <Notice tone="error">{toErrorSentence(list.error)}</Notice>}
      {!list.data && !list.error && <Skeleton height={140} />}
      {list.data && (
        <>
          <FirmwareTable
            items={list.data.items}
            can={can}
            onDelete={({ id }) =>
              void runAction(() => call('firmwareRemove', { params: { ...params, firmwareId: id } }))
            }
          />
          <Text size="sm" fw={600} mt="md" mb={6}>
            Release channels
          </Text>
          {list.data.channels.length === 0 && (
            <Text size="sm" c="dimmed">
              This list shows one channel for each device model. Add a device first.
            </Text>
          )}
          {list.data.channels.map(({ channel, model, modelName }) => (
            <Group key={model} justify="space-between" mb={6}>
              <Text size="sm">{modelName}</Text>
              <Select
                aria-label={`Channel of ${modelName}`}
                w={120}
                data={CHANNELS}
                allowDeselect={false}
                disabled={!can.allowed}
                value={channel}
                onChange={(value) =>
                  void runAction(() =>
                    call('firmwareChannelSet', {
                      params,
                      body: { model, channel: value === 'beta' ? 'beta' : 'stable' },
                    }),
                  )
                }
              />
            </Group>
          ))}
        </>
      )}
      <Group justify="space-between" mt="lg">
        <Text size="sm" c="dimmed" maw={400}>
          Upgrade files are .bin files of at most 40 MB, signed by the manufacturer.
        </Text>
        {can.allowed ? (
          <FileButton accept=".bin" onChange={upload}>
            {(props) => (
              <Button {...props} loading={busy}>
                Upload file
              </Button>
            )}
          </FileButton>
        ) : (
          <GatedButton can={can}>Upload file</GatedButton>
        )}
      </Group>
    </Modal>
  );
}

interface FirmwareTableProps {
  readonly items: readonly Firmware[];
  readonly can: Permission;
  readonly onDelete: (item: Firmware) => void;
}

function FirmwareTable({ items, can, onDelete }: FirmwareTableProps) {
  if (items.length === 0)
    return (
      <Text size="sm" c="dimmed">
        No firmware for the devices of this project yet.
      </Text>
    );
  return (
    <ScrollBox label="Software">
      <Table verticalSpacing={6} fz="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Version</Table.Th>
            <Table.Th>Models</Table.Th>
            <Table.Th>Source</Table.Th>
            <Table.Th>Size</Table.Th>
            <Table.Th>
              <VisuallyHidden>Actions</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {items.map((item) => (
            <Table.Tr key={item.id}>
              <Table.Td>{item.version}</Table.Td>
              <Table.Td>{item.models.join(', ')}</Table.Td>
              <Table.Td>{item.channel ? `Manufacturer, ${item.channel}` : item.uploadedBy}</Table.Td>
              <Table.Td>{formatBytes(item.sizeBytes)}</Table.Td>
              <Table.Td align="right">
                {!item.channel && (
                  <GatedButton can={can} variant="default" onClick={() => onDelete(item)}>
                    Delete file
                  </GatedButton>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollBox>
  );
}
