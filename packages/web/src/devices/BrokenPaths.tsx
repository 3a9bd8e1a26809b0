import { type BrokenPath, isCuttingOffManagement } from '@northlight/contract';
import { useState } from 'react';
import { useProject } from '../app/shell-context.tsx';
import { BrokenPaths } from './review-lazily.ts';

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
