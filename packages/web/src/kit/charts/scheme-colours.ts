interface SchemeColours {
  /** Value of a CSS variable, as the scheme has it now. */
  readonly colourOf: (name: string) => string;
  readonly stop: () => void;
}

/** Colours of the scheme for a canvas, looked up once each, and told anew when the scheme changes. */
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
