import { createMemoryHistory, type RouterHistory } from '@tanstack/react-router';

type Blocker = Parameters<RouterHistory['block']>[0];

/** Creates a history in memory in which pages can also block Back and Forward, as in a window. */
export function createWindowHistory(address: string): RouterHistory {
  const history = createMemoryHistory({ initialEntries: [address] });
  const blockers = new Set<Blocker>();
  const visited = new Map([[0, history.location]]);
  const { back, block, forward } = history;
  history.subscribe(({ location }) => visited.set(location.state.__TSR_index, location));

  const isBlocked = async (delta: -1 | 1): Promise<boolean> => {
    const currentLocation = history.location;
    const nextLocation = visited.get(currentLocation.state.__TSR_index + delta) ?? currentLocation;
    const action = delta < 0 ? 'BACK' : 'FORWARD';
    for (const { blockerFn } of blockers)
      if (await blockerFn({ currentLocation, nextLocation, action })) return true;
    return false;
  };
  const moveUnlessBlocked = async (delta: -1 | 1, move: () => void): Promise<void> => {
    if (!(await isBlocked(delta))) move();
  };
  return Object.assign(history, {
    back: () => void moveUnlessBlocked(-1, back),
    forward: () => void moveUnlessBlocked(1, forward),
    block: (blocker: Blocker) => {
      blockers.add(blocker);
      const unblock = block(blocker);
      return () => {
        blockers.delete(blocker);
        unblock();
      };
    },
  });
}
