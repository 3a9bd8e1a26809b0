/**
 * The passwords that attackers try first and that are long enough to pass the length rule. A password is also refused
 * when it is one repeated character, a run of the keyboard, or contains the account.
 */
const COMMON = new Set(
  `password password1 password12 password123 passw0rd p@ssw0rd p@ssword 12345678 123456789 1234567890 123123123 987654321
   11111111 00000000 88888888 66666666 qwertyui qwertyuiop qwerty123 qwerty1234 1q2w3e4r 1q2w3e4r5t 1qaz2wsx q1w2e3r4 zaq12wsx
   iloveyou iloveyou1 sunshine princess football football1 baseball baseball1 superman superman1 trustno1 starwars whatever
   computer michelle jennifer corvette maverick samantha victoria alexander danielle internet letmein1 welcome1 welcome123
   admin123 admin1234 administrator changeme changeme1 default1 northlight northlight1 abcd1234 abc12345 a1234567 asdfghjk
   asdfghjkl zxcvbnm1 zxcvbnm123 asdf1234 monkey123 dragon123 shadow123 master123 charlie1 michael1 jessica1 liverpool
   arsenal1 chelsea1 pokemon1 google123 facebook1 linkedin1 test1234 testtest guest123 secret123 qazwsxedc 147258369
   159753456 11223344 12341234 1234qwer qwer1234 123qweasd 123abc123 a123456789 aa123456 woaini1314 5201314520 summer2024
   summer2025 summer2026 winter2024 winter2025 winter2026 spring2026 autumn2026`.split(/\s+/),
);

/** Why a password may not be used, or undefined when it may. */
export function passwordWeakness(password: string, account: string): string | undefined {
  const folded = password.toLowerCase();
  const [local = ''] = account.split('@');
  if (COMMON.has(folded) || /^(.)\1+$/.test(folded))
    return 'This password is among the ones that are tried first. Choose another.';
  if (folded.includes(account) || (local.length >= 4 && folded.includes(local)))
    return 'The password must not contain the account.';
  return undefined;
}
