/** Users who need a second factor to sign in: none, administrators, or all. */
export const FACTOR_POLICIES = ['optional', 'administrators', 'everyone'] as const
/** A policy of an installation. */
export type FactorPolicy = (typeof FACTOR_POLICIES)[number]
