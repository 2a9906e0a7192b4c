import { DISTRICTS } from './junctions.ts'

/** The password of every account. It is public, so the demonstration listens on loopback only. */
export const DEMO_PASSWORD = 'greenwave'
/** E-mail address of the demonstration's administrator. */
export const DEMO_ADMIN_EMAIL = 'admin@greenwave.test'

/** The accounts of the demonstration, with their roles. */
export const DEMO_ACCOUNTS: readonly { readonly email: string; readonly role: string }[] = [
  { email: DEMO_ADMIN_EMAIL, role: 'tenant administrator' },
  ...Object.values(DISTRICTS).map(({ email, title }) => ({ email, role: title })),
]
