import type { DataScreen } from '@northlight/contract';
import { useEffect, useState } from 'react';
import { formatCount } from '../../kit/format/index.ts';

const IDLE_MS = 4_000;
/** Name of the product, which is also the title of a new data screen. */
const PRODUCT = 'Northlight';

/** Sets the tab title and icon, and keeps the display awake. Returns true while there is no user activity. */
export function useDisplayMode(title: string | undefined, totals: DataScreen['totals'] | undefined): boolean {
  const offline = totals ? totals.devices - totals.online : 0;
  const worst = offline > 0 ? 'error' : (totals?.openAlarms ?? 0) > 0 ? 'warning' : 'ok';
  useEffect(() => {
    const prefix = offline > 0 ? `${formatCount(offline)} offline · ` : '';
    const name = title === undefined || title === PRODUCT ? 'Data screen' : title;
    document.title = `${prefix}${name} · ${PRODUCT}`;
    const icon = document.querySelector<HTMLLinkElement>('#favicon');
    if (icon) icon.href = totals === undefined ? '/favicon.svg' : `/favicon-${worst}.svg`;
  }, [offline, title, totals, worst]);
  useWakeLock();
  return useIdle();
}

function useIdle(): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const onActivity = (): void => {
      setIdle(false);
      clearTimeout(timer);
      timer = setTimeout(() => setIdle(true), IDLE_MS);
    };
    onActivity();
    const events = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const;
    for (const event of events) window.addEventListener(event, onActivity);
    return () => {
      clearTimeout(timer);
      for (const event of events) window.removeEventListener(event, onActivity);
    };
  }, []);
  return idle;
}

/** Keeps the display awake while the page is visible, if the browser supports it. */
function useWakeLock(): void {
  useEffect(() => {
    if (!('wakeLock' in navigator)) return undefined;
    let lock: WakeLockSentinel | undefined;
    const requestLock = async (): Promise<void> => {
      if (document.visibilityState === 'visible')
        lock = await navigator.wakeLock.request('screen').catch(() => undefined);
    };
    const onVisible = (): void => void requestLock();
    void requestLock();
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      document.removeEventListener('visibilitychange', onVisible);
      void lock?.release();
    };
  }, []);
}
