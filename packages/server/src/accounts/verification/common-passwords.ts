import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** Common passwords of today, of this product and of other alphabets' keyboards that the library does not list. */
const FURTHER = new Set(
  `p@ssword 123123123 987654321 00000000 88888888 66666666 admin1234 northlight northlight1 facebook1 linkedin1 guest123
   12341234 woaini1314 5201314520 summer2024 summer2025 summer2026 winter2024 winter2025 winter2026 spring2026
   autumn2026`.split(/\s+/),
);

let library: string | undefined;

/**
 * The library's list of about 50,000 passwords, as the JSON text of its file: one string of 0.5 MB, read when the
 * first password is set. A search takes 0.1 ms, and a set of the same words would take several times the memory.
 */
function libraryText(): string {
  library ??= readFileSync(require.resolve('@zxcvbn-ts/language-common/src/passwords.json'), 'latin1');
  return library;
}

/** Whether attackers try this password first; `folded` is in lower case. */
const isCommon = (folded: string): boolean =>
  FURTHER.has(folded) || /^(.)\1+$/.test(folded) || libraryText().includes(JSON.stringify(folded));

/** Why a password may not be used, or undefined when it may. Its length is checked elsewhere. */
export function passwordWeakness(password: string, account: string): string | undefined {
  const folded = password.toLowerCase();
  const [local = ''] = account.split('@');
  if (isCommon(folded)) return 'This password is among the ones that are tried first. Choose another.';
  if (folded.includes(account) || (local.length >= 4 && folded.includes(local)))
    return 'The password must not contain the account.';
  return undefined;
}
