/** Who may come in with a second factor only: nobody has to, administrators, or everyone. */
export const FACTOR_POLICIES = ['optional', 'administrators', 'everyone'] as const
export type FactorPolicy = (typeof FACTOR_POLICIES)[number]
