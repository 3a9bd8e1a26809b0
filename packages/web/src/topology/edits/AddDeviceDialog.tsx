import { manualDevice, type Topology, TOPOLOGY_DOCUMENT } from '@northlight/contract';
import { Select, TextInput } from '@mantine/core';
import { FormDialog } from '../../app/dialog/FormDialog.tsx';
import { useApiForm } from '../../kit/form/index.ts';
import { createLinkId, createManualId, listLinkEnds, MANUAL_TYPE_OPTIONS, toPort } from './manual-parts.ts';
import type { EditMode } from './use-edit-mode.ts';

interface DialogProps {
  readonly mode: EditMode;
  readonly topology: Topology;
  readonly onClose: () => void;
}

const { set } = TOPOLOGY_DOCUMENT;
const PLACES = [
  { value: 'below', label: 'Below it' },
  { value: 'above', label: 'Above it, towards the internet' },
];

/** Adds a device that no report contains, with its link. */
export function AddDeviceDialog({ mode, onClose, topology }: DialogProps) {
  const { form, ...state } = useApiForm({
    initialValues: { name: '', type: 'switch', nodeId: topology.rootId ?? '', place: 'below', port: '' },
    validate: ({ name, type }): Partial<Record<string, string>> =>
      manualDevice.safeParse({ name, type }).success ? {} : { name: 'Enter a name of up to 64 characters.' },
    onSubmit: ({ name, nodeId, place, port, type }) => {
      const id = createManualId();
      const known = { nodeId, port: toPort(port) };
      const ends =
        place === 'below' ? { upper: known, lower: { nodeId: id } } : { upper: { nodeId: id }, lower: known };
      mode.add(
        set('devices', { id, ...manualDevice.parse({ name, type }) }),
        ...(nodeId === '' ? [] : [set('links', { id: createLinkId(), ...ends })]),
      );
      onClose();
      return Promise.resolve();
    },
  });
  return (
    <FormDialog {...state} title="Add a device" submit="Add device" onClose={onClose}>
      <p className="mut">
        For devices that no report contains, such as an unmanaged switch. It is part of the drawing only.
      </p>
      <TextInput label="Name" mt="sm" data-autofocus {...form.getInputProps('name')} />
      <Select
        label="Type"
        mt="sm"
        allowDeselect={false}
        data={MANUAL_TYPE_OPTIONS}
        {...form.getInputProps('type')}
      />
      <Select
        label="Connected to"
        mt="sm"
        searchable
        allowDeselect={false}
        data={listLinkEnds(topology)}
        {...form.getInputProps('nodeId')}
      />
      <Select label="Place" mt="sm" allowDeselect={false} data={PLACES} {...form.getInputProps('place')} />
      <TextInput
        label="Port of the connected device"
        description="Devices behind this port are drawn below the new device. Can be empty."
        mt="sm"
        {...form.getInputProps('port')}
      />
    </FormDialog>
  );
}
