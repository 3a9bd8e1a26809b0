import type { FloorPlan } from '@northlight/contract';
import { Button, Modal, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useProject } from '../../app/shell-context.tsx';
import { toast } from '../../app/toast.ts';
import { call, createQuery } from '../../kit/api/index.ts';
import { formatTime } from '../../kit/format/index.ts';
import { POPUP_WIDTHS } from '../../ui/constants.ts';
import { formatChanges } from '../plan/item-texts.ts';

interface DialogProps {
  readonly mapId: string;
  readonly current: number;
  readonly canEdit: boolean;
  /** Loads an earlier version into the editor, where it can be checked and saved. */
  readonly onLoad: (plan: FloorPlan, version: number) => void;
  readonly onClose: () => void;
}

/** The saved versions of a floor plan. */
export function VersionsDialog({ canEdit, current, mapId, onClose, onLoad }: DialogProps) {
  const { id: projectId, timeZone } = useProject();
  const params = { projectId, mapId };
  const versions = useQuery(createQuery('mapVersionList', { params }));
  const load = async (version: number): Promise<void> => {
    try {
      const { plan } = await call('mapVersionGet', { params: { ...params, version } });
      onLoad(plan, version);
      onClose();
    } catch (error) {
      toast.error(error);
    }
  };
  return (
    <Modal opened onClose={onClose} title="Versions" size={POPUP_WIDTHS.wide}>
      {versions.data ? (
        <table className="lined">
          <thead>
            <tr>
              <th scope="col">Version</th>
              <th scope="col">Saved</th>
              <th scope="col">By</th>
              <th scope="col">Changes</th>
              <th scope="col">
                <span className="mut">Action</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {versions.data.items.map(({ added, changed, changedAt, changedBy, removed, version }) => (
              <tr key={version}>
                <td>{version}</td>
                <td>{formatTime(changedAt, timeZone)}</td>
                <td>{changedBy}</td>
                <td>{version === 1 ? 'New' : formatChanges({ added, changed, removed })}</td>
                <td>
                  {version !== current && canEdit && (
                    <Button variant="default" size="compact-xs" onClick={() => void load(version)}>
                      {`Open version ${version}`}
                    </Button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <Skeleton height={120} />
      )}
    </Modal>
  );
}
