import { useMediaQuery } from '@mantine/hooks';

/** Returns whether the window is as narrow as a phone, where lists show cards instead of columns. */
export const useIsPhone = (): boolean =>
  useMediaQuery('(max-width: 600px)', undefined, { getInitialValueInEffect: false }) ?? false;
