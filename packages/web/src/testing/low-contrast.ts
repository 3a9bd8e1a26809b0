/** Minimum contrast of text (WCAG 2.2, 1.4.3), here also of disabled controls and of large text. */
export const LEAST_CONTRAST = 4.5;

/**
 * Lists the visible texts of the page whose contrast is too low, measured from the computed colours, with the
 * opacity of all elements around the text. Axe omits disabled controls, placeholders and texts in elements with
 * an opacity. Stories run the function in another page, so it uses only its argument and the page.
 */
export function findLowContrast(least: number): string[] {
  type Colour = readonly [red: number, green: number, blue: number, alpha: number];
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  if (!canvas) throw new Error('The browser has no canvas.');
  const parsed = new Map<string, Colour>();
  /** Returns a colour of any notation as red, green, blue (0 to 255) and alpha (0 to 1). */
  const parse = (text: string): Colour => {
    const known = parsed.get(text);
    if (known) return known;
    const [, red, green, blue, alpha = '1'] =
      /^rgba?\(([\d.]+), ([\d.]+), ([\d.]+)(?:, ([\d.]+))?\)$/.exec(text) ?? [];
    let colour: Colour = [Number(red), Number(green), Number(blue), Number(alpha)];
    if (red === undefined) {
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = text;
      canvas.fillRect(0, 0, 1, 1);
      const [r = 0, g = 0, b = 0, a = 0] = canvas.getImageData(0, 0, 1, 1).data;
      colour = [r, g, b, a / 255];
    }
    parsed.set(text, colour);
    return colour;
  };
  const mix = (below: Colour, above: Colour, share: number): Colour => [
    below[0] + (above[0] - below[0]) * share,
    below[1] + (above[1] - below[1]) * share,
    below[2] + (above[2] - below[2]) * share,
    1,
  ];
  const luminance = (colour: Colour): number => {
    const [red = 0, green = 0, blue = 0] = colour.slice(0, 3).map((value) => {
      const share = value / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  interface Backdrop {
    readonly background: Colour;
    /** Elements with an opacity around the element, innermost first, with the colour below each. */
    readonly groups: readonly { readonly below: Colour; readonly opacity: number }[];
  }
  const backdrops = new Map<Element, Backdrop>();
  const findBackdrop = (element: Element | null): Backdrop => {
    if (!element) return { background: [255, 255, 255, 1], groups: [] };
    const known = backdrops.get(element);
    if (known) return known;
    const outer = findBackdrop(element.parentElement);
    const { backgroundColor, opacity } = getComputedStyle(element);
    const own = parse(backgroundColor);
    const backdrop = {
      background: mix(outer.background, own, own[3]),
      groups:
        opacity === '1'
          ? outer.groups
          : [{ below: outer.background, opacity: Number(opacity) }, ...outer.groups],
    };
    backdrops.set(element, backdrop);
    return backdrop;
  };
  const measure = (element: Element, text: string): number => {
    let { background } = findBackdrop(element);
    const colour = parse(text);
    let foreground = mix(background, colour, colour[3]);
    for (const { below, opacity } of findBackdrop(element).groups) {
      foreground = mix(below, foreground, opacity);
      background = mix(below, background, opacity);
    }
    const [low = 0, high = 0] = [luminance(foreground), luminance(background)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
  const findings = new Map<string, string>();
  const check = (element: Element, colour: string, text: string): void => {
    const ratio = measure(element, colour);
    if (ratio >= least - 0.005) return;
    const place = element.closest('[class]')?.className.toString().slice(0, 80) ?? '';
    const label = text.trim().slice(0, 40);
    findings.set(
      `${place} ${colour}`,
      `contrast ${ratio.toFixed(2)} of “${label}” (${element.tagName.toLowerCase()} ${place})`,
    );
  };
  const isVisible = (element: Element): boolean =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    element.getBoundingClientRect().width > 1 &&
    element.getBoundingClientRect().height > 1;
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { parentElement: element, textContent: text } = texts.currentNode;
    if (!element || !text?.trim() || element.closest('script, style, noscript, title, [hidden]')) continue;
    if (!isVisible(element)) continue;
    const style = getComputedStyle(element);
    check(element, element.closest('svg') ? style.fill : style.color, text);
  }
  for (const field of document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')) {
    if (!isVisible(field) || /^(?:checkbox|radio|file|range|hidden)$/.test(field.type)) continue;
    if (field.value) check(field, getComputedStyle(field).color, field.value);
    else if (field.placeholder)
      check(field, getComputedStyle(field, '::placeholder').color, field.placeholder);
  }
  return [...findings.values()];
}
