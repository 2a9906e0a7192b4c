/** Members with secrets of credentials, accounts and second factors. */
const SECRETS: ReadonlySet<string> = new Set([
  ...['credentialsId', 'credentialsValue', 'accessToken'],
  ...['password', 'passwordHash', 'currentPassword', 'newPassword'],
  ...['token', 'refreshToken', 'activateToken', 'resetToken'],
  ...['secret', 'authUrl', 'verificationCode', 'recoveryHashes'],
])

/** Members below which users choose the names; a member named like a secret there is an ordinary value. */
const PEOPLES_OWN: ReadonlySet<string> = new Set([
  ...['attributes', 'timeseries', 'params', 'details', 'additionalInfo', 'deviceData'],
])

/** The text that a record shows in place of a secret. */
const REDACTED = '******'

/** Returns the data of a record with every secret redacted, so that no verb has to do it itself. */
export function withoutSecrets(data: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => {
      if (SECRETS.has(name)) return [name, REDACTED]
      return [name, PEOPLES_OWN.has(name) ? value : redacted(value)]
    }),
  )
}

function redacted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(redacted)
  return typeof value === 'object' && value !== null ? withoutSecrets({ ...value }) : value
}
