import type { DataScreen } from '@northlight/contract';
import type { ReactNode } from 'react';
import { formatAge, useNow } from '../../kit/format/index.ts';
import { BrandMark } from '../../ui/BrandMark.tsx';
import { BoardFigures } from './BoardFigures.tsx';
import { BoardMap } from './BoardMap.tsx';
import { BoardPanel } from './BoardPanels.tsx';
import classes from './data-screen.module.css';
import { HERE } from './here.ts';

interface BoardProps {
  readonly screen: DataScreen;
  /** Set while the server does not answer: why. */
  readonly problem: string | undefined;
  readonly controls: ReactNode;
}

const CLOCK = new Intl.DateTimeFormat('en-GB', { timeZone: HERE, hour: '2-digit', minute: '2-digit' });
const DAY = new Intl.DateTimeFormat('en-GB', {
  timeZone: HERE,
  weekday: 'short',
  day: 'numeric',
  month: 'short',
});
/** A display says before its end that it needs another link. */
const WARN_MS = 14 * 86_400_000;

/** The whole wall. */
export function Board({ controls, problem, screen }: BoardProps) {
  const { layout } = screen;
  return (
    <main className={classes['board']} id="content">
      <header className={classes['header']}>
        <BrandMark size={26} />
        <h1>{layout.title}</h1>
        <Freshness at={screen.at} problem={problem} />
        <Ending display={screen.display} />
        {controls}
        <Clock />
      </header>
      <BoardFigures totals={screen.totals} />
      <div className={classes['middle']}>
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
  if (panels.length === 0) return null;
  return (
    <div className={classes['side']}>
      {panels.map((panel) => (
        <BoardPanel key={panel} panel={panel} screen={screen} />
      ))}
    </div>
  );
}

function Clock() {
  const now = new Date(useNow());
  return (
    <p className={classes['clock']}>
      <span className="mut">{DAY.format(now)}</span> <strong>{CLOCK.format(now)}</strong>
    </p>
  );
}

/** How old all of it is: what stands still must not look alive. */
function Freshness({ at, problem }: { readonly at: string; readonly problem: string | undefined }) {
  const now = useNow();
  const age = formatAge(at, now);
  return (
    <p className={classes['fresh']} data-stale={problem !== undefined || undefined} role="status">
      <i aria-hidden="true" />
      {problem === undefined ? 'Live' : `${problem} Figures are ${age === 'Now' ? 'of now' : `${age} old`}.`}
    </p>
  );
}

function Ending({ display }: { readonly display: DataScreen['display'] }) {
  const now = useNow();
  if (!display || Date.parse(display.expiresAt) - now > WARN_MS) return null;
  return (
    <p className={classes['fresh']} data-stale>
      This display is let in until {DAY.format(new Date(display.expiresAt))}. Make a new link in time.
    </p>
  );
}
