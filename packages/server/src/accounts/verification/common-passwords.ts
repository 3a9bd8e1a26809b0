import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/**
 * Common passwords that the library's list lacks: current ones, those of this product, and those of other
 * keyboard layouts.
 */
const FURTHER = new Set(
  `p@ssword 123123123 987654321 00000000 88888888 66666666 admin1234 northlight northlight1 facebook1 linkedin1 guest123
   12341234 woaini1314 5201314520 summer2024 summer2025 summer2026 winter2024 winter2025 winter2026 spring2026
   autumn2026`.split(/\s+/),
);

let library: string | undefined;

/**
 * Returns the library's list of about 50,000 passwords as the JSON text of its file (0.5 MB), read when the first password
 * is set. A text search takes 0.1 ms; a set of the entries would take more memory.
 */
function readLibraryText(): string {
  library ??= readFileSync(require.resolve('@zxcvbn-ts/language-common/src/passwords.json'), 'latin1');
  return library;
}

/** Returns true for a common password; `folded` is in lower case. */
const isCommon = (folded: string): boolean =>
  FURTHER.has(folded) || /^(.)\1+$/.test(folded) || readLibraryText().includes(JSON.stringify(folded));

/**
 * Returns the reason why a password is too weak; undefined when it is acceptable. The caller checks its
 * length.
 */
export function findPasswordWeakness(password: string, account: string): string | undefined {
  const folded = password.toLowerCase();
  const [local = ''] = account.split('@');
  if (isCommon(folded)) return 'This password is too common. Choose another one.';
  if (folded.includes(account) || (local.length >= 4 && folded.includes(local)))
    return 'The password must not contain the account.';
  return undefined;
}
