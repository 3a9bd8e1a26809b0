import { Loader } from '@mantine/core';
import { BUSY_TEXTS } from './busy.ts';
import classes from './shell.module.css';

export function PageLoading() {
  return (
    <div className={`row gap-10 mut justify-centre ${classes['pageLoading']}`} role="status">
      <Loader size="sm" />
      {BUSY_TEXTS.loading}
    </div>
  );
}
