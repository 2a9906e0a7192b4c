import { DISTRICTS } from './junctions.ts'

/** Everybody's password. It is public, which is why the demonstration stays on loopback. */
export const DEMO_PASSWORD = 'greenwave'
export const DEMO_ADMIN_EMAIL = 'admin@greenwave.test'

/** Who can sign in to the demonstration, and as what. */
export const DEMO_ACCOUNTS: readonly { readonly email: string; readonly role: string }[] = [
  { email: DEMO_ADMIN_EMAIL, role: 'tenant administrator' },
  ...Object.values(DISTRICTS).map(({ email, title }) => ({ email, role: title })),
]
