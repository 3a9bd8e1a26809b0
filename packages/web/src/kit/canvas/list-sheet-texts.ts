/** A text of a drawing, with the left end of its base line and its size (px). */
export interface SheetText {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

/** Lists the texts of a drawing at their places. Its groups are moved, but neither scaled nor turned. */
export function listSheetTexts(svg: Element): readonly SheetText[] {
  return [...svg.querySelectorAll('text')].flatMap((element) => {
    const text = element.textContent ?? '';
    if (text === '') return [];
    let [x, y] = [readNumber(element, 'x'), readNumber(element, 'y')];
    for (let at: Element | null = element; at !== null && at !== svg; at = at.parentElement) {
      const [, dx = '0', dy = '0'] =
        /translate\(([-\d.]+)[ ,]+([-\d.]+)\)/.exec(at.getAttribute('transform') ?? '') ?? [];
      x += Number(dx);
      y += Number(dy);
    }
    return [{ text, x, y, size: readNumber(element, 'font-size') }];
  });
}

const readNumber = (element: Element, name: string): number => Number(element.getAttribute(name) ?? 0);
