import type { Source } from './house-rules.ts';

/** Names that are also common literals: single lower-case names, and the name of a parameter. */
const COMMON = /^(?:[a-z]+|projectId)$/;
/** Lists that declare the errors of an operation; they raise none. */
const DECLARED = /(?:\berrors[:\s=]+|\bREFUSALS = |\bREFUSAL_NAMES = )\[[^\]]*\]/g;
const COMMENT = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;
const USES_CATALOGUE = /\b(?:ErrorName|ERRORS|DomainError|createViolation|ruled|portRangesWith|tooLarge)\b/;
/** The console compares codes; tests and their tools expect them; the catalogue defines them. */
const RAISES_NONE =
  /^packages\/(?:web|e2e|lab|simulator|dev-env)\/|\.(?:test|e2e|component)\.tsx?$|\/testing\/|error-catalogue/;

/** Lists the sources that can raise a code, without comments and declarations. */
const listRaisingTexts = (sources: readonly Source[]): string[] =>
  sources
    .filter(({ path }) => /^packages\/[\w-]+\/src\/.*\.ts$/.test(path) && !RAISES_NONE.test(path))
    .map(({ text }) => text.replaceAll(COMMENT, '').replaceAll(DECLARED, ''))
    .filter((text) => USES_CATALOGUE.test(text));

/**
 * Returns whether a text raises a catalogue name: as `ERRORS.name` (its message alone is no code), or as a literal. A
 * common literal counts only as an argument of a refusal or as a value of a table of refusals.
 */
function raises(text: string, name: string): boolean {
  if (new RegExp(`\\bERRORS\\.${name}\\b(?!\\.message)`).test(text)) return true;
  if (!COMMON.test(name)) return text.includes(`'${name}'`);
  const call = `(?:DomainError|createObstacle)\\(\\s*'${name}'|createViolation\\([^;]*?'${name}'`;
  return new RegExp(`${call}|Record<[^>]*ErrorName>> = \\{[^}]*'${name}'`).test(text);
}

/** Returns the names of the catalogue that the sources raise. */
export function listRaisedNames(sources: readonly Source[], names: readonly string[]): string[] {
  const texts = listRaisingTexts(sources);
  return names.filter((name) => texts.some((text) => raises(text, name)));
}
