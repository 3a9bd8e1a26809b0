import { type Permission, type Project, type Topology, TOPOLOGY_DOCUMENT } from '@northlight/contract';
import { Button, Menu } from '@mantine/core';
import { useState } from 'react';
import { deny, GatedButton } from '../../kit/controls/GatedButton.tsx';
import { UndoButtons } from '../../kit/document/UndoButtons.tsx';
import { ConflictDialog } from '../../kit/document/ConflictDialog.tsx';
import { formatPlural } from '../../kit/format/index.ts';
import { Notice } from '../../ui/Notice.tsx';
import { formatNodeName } from '../links/link-facts.ts';
import classes from '../topology.module.css';
import { AddDeviceDialog } from './AddDeviceDialog.tsx';
import { AddLinkDialog } from './AddLinkDialog.tsx';
import { describeChange, describeValue } from './describe-change.ts';
import type { EditMode } from './use-edit-mode.ts';

interface EditBarProps {
  readonly mode: EditMode;
  /** The topology with the unsaved changes. */
  readonly topology: Topology;
  readonly project: Project;
  /** True if the page shows the list, whose cards cannot be moved. */
  readonly isList: boolean;
}

const HINTS = {
  list: 'Choose a device to edit it.',
  drawing: 'Drag a card to move its branch, or choose it to edit it.',
} as const;

/** Actions of the edit mode: undo, redo, add, show hidden devices, save and discard. */
export function EditBar({ isList, mode, project, topology }: EditBarProps) {
  const [dialog, setDialog] = useState<'device' | 'link' | 'conflicts'>();
  const { changes, conflicts, edits, isSaving, problems } = mode;
  const close = () => setDialog(undefined);
  return (
    <>
      <div
        className={`row wrap gap-8 panel ${classes['editBar']}`}
        role="toolbar"
        aria-label="Edit the network topology"
      >
        <UndoButtons undo={mode.undo} redo={mode.redo} />
        <Button size="xs" variant="default" onClick={() => setDialog('device')}>
          Add device
        </Button>
        <Button size="xs" variant="default" onClick={() => setDialog('link')}>
          Add link
        </Button>
        {edits.hidden.length > 0 && <HiddenMenu mode={mode} topology={topology} />}
        <span className={`grow mut ${classes['editNote']}`} role="status">
          {changes.length === 0
            ? HINTS[isList ? 'list' : 'drawing']
            : `${formatPlural(changes.length, 'change')} not saved`}
          {!project.can.write.allowed && ' The demo saves no edits.'}
        </span>
        <Button size="xs" variant="default" onClick={mode.discard}>
          {changes.length === 0 ? 'Close' : 'Discard'}
        </Button>
        <GatedButton size="xs" loading={isSaving} can={findSavePermission(mode)} onClick={mode.save}>
          Save
        </GatedButton>
      </div>
      {problems.length > 0 && (
        <Notice tone="error" title="The changes were not saved.">
          <ul>
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </Notice>
      )}
      {conflicts.length > 0 && (
        <Notice tone="warning" title="Another user has changed the same items.">
          <p>{conflicts.map(({ mine }) => describeChange(mine, topology)).join(', ')}</p>
          <div className="row wrap gap-8">
            <Button size="compact-sm" variant="default" onClick={() => setDialog('conflicts')}>
              Resolve conflicts
            </Button>
          </div>
        </Notice>
      )}
      {dialog === 'conflicts' && (
        <ConflictDialog
          lead="Another user has saved these items since you began. Choose which change of each to keep. All your other changes are kept."
          conflicts={conflicts.map(({ address, mine, theirs }) => ({
            address,
            title: describeChange(mine, topology),
            mine: [describeValue(mine, topology)],
            theirs: [describeValue(theirs, topology)],
          }))}
          onResolve={mode.resolve}
          onClose={close}
        />
      )}
      {dialog === 'device' && <AddDeviceDialog mode={mode} topology={topology} onClose={close} />}
      {dialog === 'link' && <AddLinkDialog mode={mode} topology={topology} onClose={close} />}
    </>
  );
}

function findSavePermission({ changes, conflicts }: EditMode): Permission {
  if (conflicts.length > 0) return deny('First choose which of the changed values to keep.');
  return changes.length === 0 ? deny('There is no change to save.') : { allowed: true };
}

/** Shows hidden branches again. */
function HiddenMenu({ mode, topology }: { readonly mode: EditMode; readonly topology: Topology }) {
  const { hidden } = mode.edits;
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button size="xs" variant="default">
          {`${hidden.length} hidden`}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {hidden.map((nodeId) => (
          <Menu.Item key={nodeId} onClick={() => mode.add(TOPOLOGY_DOCUMENT.remove('hidden', nodeId))}>
            {`Show ${formatNodeName(nodeId, topology)}`}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
