import { type BrokenPath, describeRollback, isCuttingOffManagement } from '@northlight/contract';
import { TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useProject } from '../app/shell-context.tsx';
import { formatPlural } from '../kit/format/index.ts';
import { countConnections, groupBrokenPaths } from './group-broken-paths.ts';
import classes from './review.module.css';

interface BrokenPathsProps {
  readonly paths: readonly BrokenPath[];
  readonly confirmName: string;
  readonly onConfirmName: (name: string) => void;
}

/**
 * Shows the paths that the changes would break. If a device would lose its connection to the cloud, or may do so and
 * cannot roll back, the user must enter the project's name.
 */
function BrokenPaths({ confirmName, onConfirmName, paths }: BrokenPathsProps) {
  const { name } = useProject();
  return (
    <PathNotices paths={paths}>
      {isCuttingOffManagement(paths) && (
        <TextInput
          mt="xs"
          label={`Enter ${name} to apply anyway`}
          description={describeRollback(paths)}
          autoComplete="off"
          value={confirmName}
          onChange={(event) => onConfirmName(event.currentTarget.value)}
        />
      )}
    </PathNotices>
  );
}

interface PathNoticesProps {
  readonly paths: readonly BrokenPath[];
  /** Content below the lists of lost paths and of devices that cannot roll back. */
  readonly children?: ReactNode;
}

/** Shows paths that would be lost and new paths that are incomplete; renders nothing without such paths. */
export function PathNotices({ children, paths }: PathNoticesProps) {
  const lost = paths.filter((path) => path.lost && path.kind !== 'management');
  const unprotected = paths.filter((path) => path.kind === 'management');
  const incomplete = paths.filter((path) => !path.lost);
  return (
    <>
      {lost.length + unprotected.length > 0 && (
        <div className="grid gap-4" data-tone="error" role="alert">
          {lost.length > 0 && (
            <strong className="tone">
              {formatPlural(countConnections(lost), 'connection')} would be lost
            </strong>
          )}
          <PathList paths={lost} />
          {unprotected.length > 0 && (
            <strong className="tone">{formatPlural(unprotected.length, 'device')} cannot roll back</strong>
          )}
          <PathList paths={unprotected} />
          {children}
        </div>
      )}
      {incomplete.length > 0 && (
        <div className="grid gap-4" data-tone="warning" role="alert">
          <strong className="tone">Will not work yet</strong>
          <PathList paths={incomplete} />
        </div>
      )}
    </>
  );
}

function PathList({ paths }: { readonly paths: readonly BrokenPath[] }) {
  if (paths.length === 0) return null;
  return (
    <ul className={`scrolled ${classes['list']}`}>
      {groupBrokenPaths(paths).map(({ title, why }) => (
        <li key={`${title} ${why}`}>
          {title}. <span className="mut">{why}</span>
        </li>
      ))}
    </ul>
  );
}

/**
 * Returns notices about broken paths in a review, and the reason that blocks applying until the user has
 * entered the project's name.
 */
export function useBrokenPaths(paths: readonly BrokenPath[]) {
  const { name } = useProject();
  const [confirmName, setConfirmName] = useState('');
  return {
    confirmName,
    blocked:
      isCuttingOffManagement(paths) && confirmName !== name
        ? `Enter the project name, ${name}, first.`
        : undefined,
    isDangerous: paths.some(({ lost }) => lost),
    notices: <BrokenPaths paths={paths} confirmName={confirmName} onConfirmName={setConfirmName} />,
  };
}
