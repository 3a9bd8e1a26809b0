import { useState } from 'react';

/**
 * Returns the id of the row that the keyboard acts on, and its setter. A row that was opened otherwise, for
 * example by its URL, becomes active, so that the arrow keys continue from it after its panel is closed.
 */
export function useActiveRow(
  openId: string | undefined,
): readonly [activeId: string | undefined, setActiveId: (id: string) => void] {
  const [activeId, setActiveId] = useState(openId);
  const [lastOpenId, setLastOpenId] = useState(openId);
  if (openId !== lastOpenId) {
    setLastOpenId(openId);
    // Sets it at closing only: while keys move quickly, the open row is behind the active one.
    if (openId === undefined) setActiveId(lastOpenId);
  }
  return [activeId ?? openId, setActiveId];
}
