import { type BrokenPath, brokenPathTitle, cutsOff } from '@northlight/contract';
import { TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useProject } from '../app/current.tsx';
import { plural } from '../kit/format/index.ts';
import { Notice } from '../ui/Notice.tsx';
import classes from './review.module.css';

/** What a review says of ways, and whether applying waits for the project's name. */
export function useBrokenWays(ways: readonly BrokenPath[]) {
  const { name } = useProject();
  const [confirmName, setConfirmName] = useState('');
  return {
    confirmName,
    blocked:
      cutsOff(ways) && confirmName !== name ? `Type the name of the project, ${name}, first.` : undefined,
    notices: <BrokenWays ways={ways} confirmName={confirmName} onConfirmName={setConfirmName} />,
  };
}

interface BrokenWaysProps {
  readonly ways: readonly BrokenPath[];
  readonly confirmName: string;
  readonly onConfirmName: (name: string) => void;
}

/** Ways that would not work after an apply; what cuts a device off is applied by who types the project's name. */
function BrokenWays({ confirmName, onConfirmName, ways }: BrokenWaysProps) {
  const { name } = useProject();
  return (
    <WayNotices ways={ways}>
      {cutsOff(ways) && (
        <TextInput
          mt="xs"
          label={`Type ${name} to apply it all the same`}
          description="A device that cannot reach the cloud afterwards goes back by itself."
          autoComplete="off"
          value={confirmName}
          onChange={(event) => onConfirmName(event.currentTarget.value)}
        />
      )}
    </WayNotices>
  );
}

interface WayNoticesProps {
  readonly ways: readonly BrokenPath[];
  /** Beneath those that would be lost. */
  readonly children?: ReactNode;
}

/** Ways that would be lost, and those that begin and go nowhere; nothing where there are none. */
export function WayNotices({ children, ways }: WayNoticesProps) {
  const lost = ways.filter((way) => way.lost);
  const fresh = ways.filter((way) => !way.lost);
  return (
    <>
      {lost.length > 0 && (
        <Notice tone="error" title={`${plural(lost.length, 'way')} would be lost`}>
          <WayList ways={lost} />
          {children}
        </Notice>
      )}
      {fresh.length > 0 && (
        <Notice tone="warning" title="New, and not connected yet">
          <WayList ways={fresh} />
        </Notice>
      )}
    </>
  );
}

function WayList({ ways }: { readonly ways: readonly BrokenPath[] }) {
  return (
    <ul className={classes['ways']}>
      {ways.map((way) => (
        <li key={brokenPathTitle(way)}>
          {brokenPathTitle(way)}. <span className="mut">{way.why}</span>
        </li>
      ))}
    </ul>
  );
}
