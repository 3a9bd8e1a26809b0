import type { Topology } from '@northlight/contract';
import { Button } from '@mantine/core';
import { formatPlural } from '../../kit/format/index.ts';
import { Notice } from '../../ui/Notice.tsx';
import { summarizeChanges } from './change-texts.ts';
import { ChangeList } from './ChangeList.tsx';
import type { Refresh } from './use-refresh.ts';
import classes from '../topology.module.css';

interface RefreshNoticeProps {
  readonly refresh: Refresh;
  readonly onShow: (deviceId: string) => void;
  readonly topology: Topology;
  readonly onClose: () => void;
}

/** Progress and result of a refresh: how many devices have answered, and which links changed. */
export function RefreshNotice({ onClose, onShow, refresh, topology }: RefreshNoticeProps) {
  const { changes, counts, isRunning } = refresh;
  return (
    <Notice tone="plain">
      <div className="row wrap gap-8">
        <span className={`grow mut ${classes['editNote']}`}>
          {isRunning
            ? `${counts.answered} of ${formatPlural(counts.asked, 'device')} have reported their neighbours …`
            : formatResult(refresh)}
        </span>
        {changes.length > 0 && (
          <ChangeList
            changes={changes}
            label={`Changes: ${summarizeChanges(changes)}`}
            title="Changes of this refresh"
            onShow={onShow}
            topology={topology}
          />
        )}
        {!isRunning && (
          <Button size="compact-sm" variant="default" onClick={onClose}>
            Close
          </Button>
        )}
      </div>
    </Notice>
  );
}

/** Describes the end of a refresh in one or two sentences. */
export function formatResult({ changes, counts }: Omit<Refresh, 'isRunning'>): string {
  const { answered, failed } = counts;
  const reported = `${formatPlural(answered, 'device')} reported ${answered === 1 ? 'its' : 'their'} neighbours.`;
  const lost = failed === 0 ? '' : ` ${formatPlural(failed, 'device')} did not answer.`;
  return `${reported}${lost}${changes.length === 0 ? ' Nothing has changed.' : ''}`;
}
