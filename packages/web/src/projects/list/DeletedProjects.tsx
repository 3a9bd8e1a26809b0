import { Button, Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { createQuery } from '../../kit/api/index.ts';
import { formatTime } from '../../kit/format/index.ts';
import { POPUP_WIDTHS } from '../../ui/constants.ts';
import { useProjectActions } from '../use-project-actions.ts';

const BROWSER_TIME_ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Lists deleted projects that can still be restored. */
export function DeletedProjects({ onClose }: { readonly onClose: () => void }) {
  const items = useQuery(createQuery('projectDeletedList', {})).data?.items ?? [];
  const { restore } = useProjectActions();
  return (
    <Modal opened onClose={onClose} title="Recently deleted" size={POPUP_WIDTHS.medium}>
      {items.length === 0 ? (
        <p className="mut">No projects deleted within the last 7 days.</p>
      ) : (
        <ul className="entries">
          {items.map((project) => (
            <li key={project.id} className="row between gap-12">
              <span>
                <strong>{project.name}</strong>
                <br />
                <span className="mut">
                  Can be restored until {formatTime(project.undoUntil, BROWSER_TIME_ZONE)}
                </span>
              </span>
              <Button variant="default" onClick={() => restore(project.id)}>
                Restore project
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Modal>
  );
}
