import { DEFAULT_DIAL_CODE, REMEMBER_DAYS } from '@northlight/contract';
import type { Services } from '../../services.ts';
import type { Providers } from '../providers/providers.ts';

export const DEMO_DISABLED_REASON = 'The live demo is switched off on this installation.';
const NO_PROVIDER = 'No chat app or social network is set up on this installation.';
const NO_SMS = 'No SMS gateway is set up on this installation.';

/** Returns the available sign-in methods and the reasons for missing ones. */
export function listSignInOptions(services: Services, providers: Providers) {
  const { config, mailer, textMessageSender, outboxShown } = services;
  const list = providers.list();
  // Text messages that stay in the server's outbox are a sign-in method only if users can read the outbox.
  const smsWorks = textMessageSender.via === 'server' || outboxShown;
  return {
    demo: config.demo
      ? { enabled: true as const }
      : { enabled: false as const, reason: DEMO_DISABLED_REASON },
    mail: {
      enabled: true as const,
      value: { via: mailer.outbox ? ('outbox' as const) : ('server' as const) },
    },
    sms: smsWorks
      ? { enabled: true as const, value: { via: textMessageSender.via } }
      : { enabled: false as const, reason: NO_SMS },
    providers:
      list.length > 0
        ? { enabled: true as const, value: list }
        : { enabled: false as const, reason: NO_PROVIDER },
    dialCode: DEFAULT_DIAL_CODE,
    password: config.password,
    codeDigits: config.codeDigits,
    rememberDays: REMEMBER_DAYS,
    ...(outboxShown && { outboxUrl: '/dev/outbox' }),
  };
}
