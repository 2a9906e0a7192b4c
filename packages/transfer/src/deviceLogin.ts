/** How a controller signs in, as lists say it. */
import { type DeviceCredentials, MqttBasicValue } from '@greenwave/contract/wire/credentials'

/** The login of a controller. An access token is its user name. */
export interface DeviceLogin {
  readonly clientId: string
  readonly userName: string
  readonly password: string
}

/** The columns of a list that say how a controller signs in. */
export const LOGIN_COLUMNS = ['clientId', 'userName', 'password'] as const satisfies readonly (keyof DeviceLogin)[]

const PASSWORD_BYTES = 12

/** Generates a login for a new controller that cannot be guessed. */
export function newLogin(name: string): DeviceLogin {
  const bytes = crypto.getRandomValues(new Uint8Array(PASSWORD_BYTES))
  const password = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return { clientId: name, userName: name, password }
}

/** Returns the text of `credentialsValue`. */
export function credentialsValue({ clientId, userName, password }: DeviceLogin): string {
  return JSON.stringify({ clientId, userName, password } satisfies MqttBasicValue)
}

/** Returns the login of credentials; empty texts where they cannot be read. */
export function parseDeviceLogin(credentials: DeviceCredentials): DeviceLogin {
  if (credentials.credentialsType === 'ACCESS_TOKEN') {
    return { clientId: '', userName: credentials.credentialsId, password: '' }
  }
  const value = MqttBasicValue.safeParse(parsed(credentials.credentialsValue)).data
  return { clientId: value?.clientId ?? '', userName: value?.userName ?? '', password: value?.password ?? '' }
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}
