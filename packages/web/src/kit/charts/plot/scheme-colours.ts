interface SchemeColours {
  /** Returns the current value of a CSS variable. */
  readonly colourOf: (name: string) => string;
  readonly stop: () => void;
}

/**
 * Caches the colours of the scheme for a canvas. Clears the cache and calls `onChange` when the scheme
 * changes.
 */
export function watchScheme(node: HTMLElement, onChange: () => void): SchemeColours {
  const known = new Map<string, string>();
  const observer = new MutationObserver(() => {
    known.clear();
    onChange();
  });
  observer.observe(document.documentElement, { attributeFilter: ['data-mantine-color-scheme'] });
  return {
    colourOf: (name) => {
      const colour = known.get(name) ?? getComputedStyle(node).getPropertyValue(name).trim();
      known.set(name, colour);
      return colour;
    },
    stop: () => observer.disconnect(),
  };
}
