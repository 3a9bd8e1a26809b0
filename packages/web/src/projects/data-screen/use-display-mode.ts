import type { DataScreen } from '@northlight/contract';
import { useEffect, useState } from 'react';
import { formatCount } from '../../kit/format/index.ts';

const IDLE_MS = 4_000;

/** What a wall asks of its browser: a title that tells the worst, a screen that stays on, no pointer; true while nobody moves. */
export function useWall(title: string | undefined, totals: DataScreen['totals'] | undefined): boolean {
  const offline = totals ? totals.devices - totals.online : 0;
  const worst = offline > 0 ? 'error' : (totals?.openAlarms ?? 0) > 0 ? 'warning' : 'ok';
  useEffect(() => {
    const words = offline > 0 ? `${formatCount(offline)} offline · ` : '';
    document.title = `${words}${title ?? 'Data screen'} · Northlight`;
    const icon = document.querySelector<HTMLLinkElement>('#favicon');
    if (icon) icon.href = totals === undefined ? '/favicon.svg' : `/favicon-${worst}.svg`;
  }, [offline, title, totals, worst]);
  useAwake();
  return useIdle();
}

function useIdle(): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const moved = (): void => {
      setIdle(false);
      clearTimeout(timer);
      timer = setTimeout(() => setIdle(true), IDLE_MS);
    };
    moved();
    const signs = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const;
    for (const sign of signs) window.addEventListener(sign, moved);
    return () => {
      clearTimeout(timer);
      for (const sign of signs) window.removeEventListener(sign, moved);
    };
  }, []);
  return idle;
}

/** Keeps the screen from going dark while it is looked at; a browser that does not know how lets it go. */
function useAwake(): void {
  useEffect(() => {
    if (!('wakeLock' in navigator)) return undefined;
    let lock: WakeLockSentinel | undefined;
    const hold = async (): Promise<void> => {
      if (document.visibilityState === 'visible')
        lock = await navigator.wakeLock.request('screen').catch(() => undefined);
    };
    const onVisible = (): void => void hold();
    void hold();
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      document.removeEventListener('visibilitychange', onVisible);
      void lock?.release();
    };
  }, []);
}
