import { type Topology, TOPOLOGY_DOCUMENT } from '@northlight/contract';
import { Select, TextInput } from '@mantine/core';
import { FormDialog } from '../../app/dialog/FormDialog.tsx';
import { useApiForm } from '../../kit/form/index.ts';
import { createLinkId, listLinkEnds, toPort } from './manual-parts.ts';
import type { EditMode } from './use-edit-mode.ts';

interface DialogProps {
  readonly mode: EditMode;
  readonly topology: Topology;
  readonly onClose: () => void;
}

/** Adds a link that no report contains. */
export function AddLinkDialog({ mode, onClose, topology }: DialogProps) {
  const { form, ...state } = useApiForm({
    initialValues: { upperId: topology.rootId ?? '', upperPort: '', lowerId: '', lowerPort: '' },
    validate: ({ lowerId, upperId }): Partial<Record<string, string>> => ({
      ...(upperId === '' && { upperId: 'Choose a device.' }),
      ...(lowerId === '' && { lowerId: 'Choose a device.' }),
      ...(lowerId !== '' && lowerId === upperId && { lowerId: 'A link has two different ends.' }),
    }),
    onSubmit: ({ lowerId, lowerPort, upperId, upperPort }) => {
      const upper = { nodeId: upperId, port: toPort(upperPort) };
      const lower = { nodeId: lowerId, port: toPort(lowerPort) };
      mode.add(TOPOLOGY_DOCUMENT.set('links', { id: createLinkId(), upper, lower }));
      onClose();
      return Promise.resolve();
    },
  });
  const ends = listLinkEnds(topology);
  return (
    <FormDialog {...state} title="Add a link" submit="Add link" onClose={onClose}>
      <p className="mut">
        A link that was added by hand is used as long as no report shows another link of the lower device.
      </p>
      <Select label="Upper device" mt="sm" searchable data={ends} {...form.getInputProps('upperId')} />
      <TextInput label="Port on the upper device" mt="sm" {...form.getInputProps('upperPort')} />
      <Select label="Lower device" mt="sm" searchable data={ends} {...form.getInputProps('lowerId')} />
      <TextInput label="Port on the lower device" mt="sm" {...form.getInputProps('lowerPort')} />
    </FormDialog>
  );
}
