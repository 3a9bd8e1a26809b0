import { Loader } from '@mantine/core';
import { BUSY_TEXTS } from './feedback/busy.ts';
import classes from './shell/shell.module.css';

export function PageLoading() {
  return (
    <div className={`row gap-10 mut justify-centre ${classes['pageLoading']}`} role="status">
      <Loader size="sm" />
      {BUSY_TEXTS.loading}
    </div>
  );
}
