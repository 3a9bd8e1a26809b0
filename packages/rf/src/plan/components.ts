import type { CompiledProblem } from './problem.ts';

/**
 * Lists the movable radios of each connected part of a problem, the largest part first. Radios that keep their option do not
 * connect others.
 */
export function listComponents({
  movable,
  neighbour,
  neighbourStart,
  size,
}: Pick<CompiledProblem, 'movable' | 'neighbour' | 'neighbourStart' | 'size'>): Int32Array[] {
  const isOpen = new Uint8Array(size);
  for (const radio of movable) isOpen[radio] = 1;
  const components: Int32Array[] = [];
  for (const start of movable) {
    if (isOpen[start] === 0) continue;
    isOpen[start] = 0;
    const radios = [start];
    for (let head = 0; head < radios.length; head += 1)
      for (
        let index = neighbourStart[radios[head]!]!;
        index < neighbourStart[radios[head]! + 1]!;
        index += 1
      ) {
        const other = neighbour[index]!;
        if (isOpen[other] === 0) continue;
        isOpen[other] = 0;
        radios.push(other);
      }
    components.push(Int32Array.from(radios).sort());
  }
  return components.sort((one, other) => other.length - one.length);
}
