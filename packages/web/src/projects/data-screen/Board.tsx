import type { DataScreen, ScreenPanel } from '@northlight/contract';
import type { ReactNode } from 'react';
import { formatAge, useNow } from '../../kit/format/index.ts';
import { BrandMark } from '../../ui/BrandMark.tsx';
import { BoardTotals } from './BoardTotals.tsx';
import { BoardMap } from './BoardMap.tsx';
import { BoardPanel } from './BoardPanels.tsx';
import classes from './data-screen.module.css';
import { BROWSER_TIME_ZONE } from './browser-time-zone.ts';

interface BoardProps {
  readonly screen: DataScreen;
  /** Error message; undefined while the server answers. */
  readonly problem: string | undefined;
  readonly controls: ReactNode;
}

const CLOCK = new Intl.DateTimeFormat('en-GB', {
  timeZone: BROWSER_TIME_ZONE,
  hour: '2-digit',
  minute: '2-digit',
});
const DATE = new Intl.DateTimeFormat('en-GB', {
  timeZone: BROWSER_TIME_ZONE,
  weekday: 'short',
  day: 'numeric',
  month: 'short',
});
/** Time before the expiry of a display at which a notice appears. */
const WARN_MS = 14 * 86_400_000;

/** The whole data screen, with header, totals, map and panels. */
export function Board({ controls, problem, screen }: BoardProps) {
  const { layout } = screen;
  return (
    <main className={`grid ${classes['board']}`} id="content">
      <header className={`row ${classes['header']}`}>
        <BrandMark size="2em" />
        <h1>{layout.title}</h1>
        <Freshness at={screen.at} problem={problem} />
        <ExpiryNotice display={screen.display} />
        {controls}
        <Clock />
      </header>
      <BoardTotals totals={screen.totals} alarms={screen.alarms} />
      <div className={`grid shrink-y ${classes['middle']}`}>
        <Side panels={layout.left} screen={screen} />
        <BoardMap countries={screen.countries} offMap={screen.offMap} sites={screen.sites} />
        <Side panels={layout.right} screen={screen} />
      </div>
    </main>
  );
}

function Side({
  panels,
  screen,
}: {
  readonly panels: DataScreen['layout']['left'];
  readonly screen: DataScreen;
}) {
  const shown = panels.filter((panel) => hasContent(panel, screen));
  if (shown.length === 0) return null;
  return (
    <div className={`column shrink-y ${classes['side']}`}>
      {shown.map((panel) => (
        <BoardPanel key={panel} panel={panel} screen={screen} />
      ))}
    </div>
  );
}

/**
 * Leaves out the panel of projects with problems while it adds nothing: without such projects the panel of alarms
 * confirms it, and the ranking shows the state of its projects itself.
 */
function hasContent(panel: ScreenPanel, { attention, layout, ranking }: DataScreen): boolean {
  if (panel !== 'attention') return true;
  const isRanked = [...layout.left, ...layout.right].includes('ranking');
  return attention.some(({ id }) => !isRanked || !ranking.some((each) => each.id === id));
}

function Clock() {
  const now = new Date(useNow());
  return (
    <p className={`nowrap ${classes['clock']}`}>
      <span className="mut">{DATE.format(now)}</span> <strong>{CLOCK.format(now)}</strong>
    </p>
  );
}

/** Shows the age of the data, so that a frozen screen does not look live. */
function Freshness({ at, problem }: { readonly at: string; readonly problem: string | undefined }) {
  const now = useNow();
  const age = formatAge(at, now);
  return (
    <p
      className={`row ${problem === undefined ? 'mut' : 'warn'} ${classes['fresh']}`}
      data-tone={problem === undefined ? 'ok' : 'warning'}
      role="status"
    >
      <i aria-hidden="true" />
      {problem === undefined ? 'Live' : `${problem} Data is ${age === 'Now' ? 'current' : `${age} old`}.`}
    </p>
  );
}

function ExpiryNotice({ display }: { readonly display: DataScreen['display'] }) {
  const now = useNow();
  if (!display || Date.parse(display.expiresAt) - now > WARN_MS) return null;
  return (
    <p className={`row warn ${classes['fresh']}`} data-tone="warning">
      This display expires on {DATE.format(new Date(display.expiresAt))}. Create a new link before then.
    </p>
  );
}
