/** By chance: one that was removed never lends its history to another. */
export const newPolicyId = (): string => crypto.randomUUID().replaceAll('-', '').slice(0, 16);
