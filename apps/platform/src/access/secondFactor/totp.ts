import { Secret, TOTP, URI } from 'otpauth'

/** RFC 6238 as all authenticator apps support it: SHA-1, six digits, 30 seconds. */
const SHAPE = { algorithm: 'SHA1', digits: 6, period: 30 } as const
/**
 * Time steps before and after the present one whose codes are accepted too, because phone clocks differ and typing
 * takes time.
 */
const WINDOW = 1
/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20

/** Returns a new secret, base32. */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32
}

/** Returns the address that an authenticator app reads from a QR code. */
export function totpUrl(secret: string, issuer: string, account: string): string {
  return new TOTP({ ...SHAPE, issuer, label: account, secret: Secret.fromBase32(secret) }).toString()
}

/** Returns the secret in such an address, base32; undefined for any other address. */
export function secretOfUrl(url: string): string | undefined {
  try {
    const parsed = URI.parse(url)
    return parsed instanceof TOTP ? parsed.secret.base32 : undefined
  } catch {
    return undefined
  }
}

/**
 * Returns the time step that a code belongs to, counted from 1970; undefined for a wrong code. Also undefined for a
 * code of the step `lastStep` or an earlier one, so that each code can be used once. Ignores spaces in the code.
 */
export function findTotpStep(secret: string, code: string, nowMs: number, lastStep: number): number | undefined {
  const token = code.replaceAll(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return undefined
  const delta = TOTP.validate({
    ...SHAPE,
    token,
    secret: Secret.fromBase32(secret),
    timestamp: nowMs,
    window: WINDOW,
  })
  if (delta === null) return undefined
  const present = TOTP.counter({ period: SHAPE.period, timestamp: nowMs })
  const step = present + delta
  // A last step in the future means that the clock was set back; without this every code would be refused until then.
  const isUsed = step <= lastStep && lastStep <= present + WINDOW
  return isUsed ? undefined : step
}
