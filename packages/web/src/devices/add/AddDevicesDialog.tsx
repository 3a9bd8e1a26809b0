import type { Permission, ImportRow, DeviceEntry } from '@northlight/contract';
import { Button, Group, Modal } from '@mantine/core';
import { useState, lazy, Suspense } from 'react';
import { useProject } from '../../app/shell-context.tsx';
import { deny, GatedButton } from '../../kit/controls/GatedButton.tsx';
import { formatPlural } from '../../kit/format/index.ts';
import { POPUP_WIDTHS } from '../../ui/constants.ts';
import { Notice } from '../../ui/Notice.tsx';
import { FilePicker } from './FilePicker.tsx';
import { OneDeviceForm } from './OneDeviceForm.tsx';
import { PasteBox } from './PasteBox.tsx';
import { RowList } from './RowList.tsx';
import { SourcePart } from './SourcePart.tsx';
import { type AddRows, isAddable, useAddRows } from './use-add-rows.ts';
import { useQuery } from '@tanstack/react-query';
import { createQuery } from '../../kit/api/index.ts';
import { ScrollBox } from '../../ui/ScrollBox.tsx';
import { StateMark } from '../StateMark.tsx';
import classes from './add.module.css';
import IconQrcode from '@tabler/icons-react/dist/esm/icons/IconQrcode.mjs';

interface AddDevicesDialogProps {
  readonly can: Permission;
  readonly onClose: () => void;
}

/**
 * Dialog that adds one or several devices from pasted lines, a file, scanned labels or fields. It checks all
 * rows in one pass, and adds devices only when the user presses the button.
 */
export function AddDevicesDialog({ can, onClose }: AddDevicesDialogProps) {
  const project = useProject();
  const list = useAddRows(project.id);
  /** Lines that are being typed; meanwhile, the form for one device is hidden. */
  const [text, setText] = useState('');
  const isDone = list.added.length > 0 && list.rows.length === 0;
  return (
    <Modal
      opened
      onClose={onClose}
      title="Add devices"
      size={POPUP_WIDTHS.wide}
      closeOnClickOutside={list.rows.length === 0}
    >
      {!can.allowed && <Notice tone="plain">{can.reason}</Notice>}
      {can.allowed && (
        <div>
          {list.added.length > 0 && <AddedDevices added={list.added} isShort={!isDone} />}
          {list.added.length === 0 && <Sources list={list} text={text} onType={setText} />}
          {list.added.length === 0 && <ReadPart list={list} />}
          {list.problem && <Notice tone="error">{list.problem}</Notice>}
          {!isDone && list.rows.length === 0 && text.trim() === '' && (
            <OneDeviceForm onAdded={list.noteAdded} onCancel={onClose} />
          )}
          {list.rows.length > 0 && <ListPart list={list} onClose={onClose} />}
          {isDone && (
            <Group justify="flex-end" mt="lg" gap={8}>
              <Button variant="default" onClick={list.clearAdded}>
                Add more devices
              </Button>
              <Button onClick={onClose} data-autofocus>
                Done
              </Button>
            </Group>
          )}
        </div>
      )}
    </Modal>
  );
}

interface SourcesProps {
  readonly list: AddRows;
  /** Lines that are being typed. */
  readonly text: string;
  readonly onType: (text: string) => void;
}

function Sources({ list, onType, text }: SourcesProps) {
  return (
    <div className="grid gap-10">
      <ScanButton onEntry={list.appendEntry} />
      <PasteBox isShort={list.rows.length > 0} text={text} onType={onType} onLines={list.source.readText} />
      <div className="grid gap-10">
        <FilePicker
          isReading={list.source.isReading}
          onFile={list.source.readFile}
          onProblem={list.setProblem}
        />
      </div>
    </div>
  );
}

/** Part of the latest list that was read, with a choice of another part. */
function ReadPart({ list: { rows, source } }: { readonly list: AddRows }) {
  const { isReading, readAgain, source: latest } = source;
  if (!latest || (rows.length === 0 && latest.list.hiddenRows === 0)) return null;
  return (
    <SourcePart
      list={latest.list}
      includesHidden={latest.choice.includeHidden === true}
      isReading={isReading}
      onChoose={readAgain}
    />
  );
}

function ListPart({ list, onClose }: { readonly list: AddRows; readonly onClose: () => void }) {
  const ready = list.rows.filter(({ isReady }) => isReady).length;
  const wrong = list.rows.filter(({ errors }) => Object.keys(errors).length > 0).length;
  const locked = list.rows.filter(({ lock }) => lock !== undefined);
  const lock = locked[0]?.lock;
  const addable = list.rows.filter(isAddable).length;
  const label =
    addable === list.rows.length || addable === 0
      ? `Add ${formatPlural(list.rows.length, 'device')}`
      : `Add ${addable} of ${list.rows.length}`;
  return (
    <>
      {lock !== undefined && (
        <Notice tone="warning">
          {lock} Rows that were ready before can be added. The others are checked again at that time.
        </Notice>
      )}
      <p className="strong above" role="status">
        {list.isChecking
          ? `Checking ${formatPlural(list.rows.length, 'row')}…`
          : [
              ...(ready > 0 || wrong === 0 ? [`${formatPlural(ready, 'device')} ready`] : []),
              ...(wrong > 0
                ? [`${formatPlural(wrong, 'row')} ${wrong === 1 ? 'needs' : 'need'} attention`]
                : []),
              ...(locked.length > 0 ? [`${formatPlural(locked.length, 'row')} not checked`] : []),
            ].join(', ')}
      </p>
      <RowList
        rows={list.rows}
        onChange={list.changeRow}
        onLeave={list.checkChanged}
        onRemove={list.removeRow}
      />
      <Group justify="flex-end" mt="lg" gap={8}>
        {list.added.length > 0 && (
          <Button variant="default" onClick={list.clearAdded}>
            Add more devices
          </Button>
        )}
        <Button variant="default" onClick={onClose}>
          {list.added.length > 0 ? 'Close' : 'Cancel'}
        </Button>
        <GatedButton
          can={
            addable > 0 ? { allowed: true } : deny(lock ?? 'Every row needs attention. Correct one first.')
          }
          loading={list.isAdding}
          onClick={list.addValid}
        >
          {label}
        </GatedButton>
      </Group>
    </>
  );
}

interface AddedDevicesProps {
  readonly added: readonly ImportRow[];
  /** True when the list of remaining rows below needs the space. */
  readonly isShort: boolean;
}

/** List of the added devices with their current state, which live events update. */
function AddedDevices({ added, isShort }: AddedDevicesProps) {
  const project = useProject();
  const list = useQuery(createQuery('deviceList', { params: { projectId: project.id } }));
  const byId = new Map(list.data?.items.map((device) => [device.id, device] as const));
  const devices = added.map((row) => ({ row, device: byId.get(row.deviceId ?? '') }));
  const online = devices.filter(({ device }) => device && device.state !== 0 && !device.waiting).length;
  return (
    <div className="grid gap-8 below">
      <Notice tone="good" title={`${formatPlural(added.length, 'device')} added`}>
        {online === added.length
          ? 'All added devices are online.'
          : `${online} online. The others come online when they are connected to the internet.`}
      </Notice>
      <ScrollBox
        label="Added devices"
        className={`box ${classes['added']} ${isShort ? classes['short'] : ''}`}
      >
        <ul className="divided">
          {devices.map(({ row, device }) => (
            <li key={row.deviceId}>
              <strong>{device?.name ?? row.name}</strong>
              <span className="mut">{row.modelName?.split(',')[0]}</span>
              {device && <StateMark device={device} />}
            </li>
          ))}
        </ul>
      </ScrollBox>
    </div>
  );
}

const LabelScanner = lazy(async () => ({ default: (await import('./LabelScanner.tsx')).LabelScanner }));

/** Button that starts reading labels with the camera; shown only on touch devices. */
function ScanButton({ onEntry }: { readonly onEntry: (entry: DeviceEntry) => void }) {
  const [open, setOpen] = useState(false);
  if (!window.matchMedia('(any-pointer: coarse)').matches) return null;
  return (
    <>
      <Button
        variant="default"
        size="sm"
        leftSection={<IconQrcode size={17} />}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {open ? 'Stop scanning' : 'Scan labels with the camera'}
      </Button>
      {open && (
        <Suspense>
          <LabelScanner onEntry={onEntry} />
        </Suspense>
      )}
    </>
  );
}
