import { createHash, timingSafeEqual } from 'node:crypto'
import { type DeviceCredentials, MqttBasicValue } from '@greenwave/contract/wire/credentials'
import { mqttBasicCredentialsId } from '../../entities/deviceCredentials.ts'

/** The identity in a CONNECT packet; undefined for a field that the packet's flags leave out. */
export interface PresentedIdentity {
  readonly clientId: string
  readonly userName: string | undefined
  readonly password: string | undefined
}

type Lookup = (credentialsId: string) => DeviceCredentials | undefined

/** The credentials that a CONNECT packet matches, or the device whose password it has wrong. */
export interface FoundCredentials {
  readonly right?: DeviceCredentials | undefined
  /** The device that the packet names when only its password is wrong. */
  readonly wrongPasswordOf?: string | undefined
}

/**
 * Finds the credentials that a CONNECT packet presents.
 * @param byCredentialsId looks up one row
 * @param mayTry returns whether a password for this device may be checked now; a password that may not be checked
 * counts as wrong
 */
export function findPresentedCredentials(
  presented: PresentedIdentity,
  byCredentialsId: Lookup,
  mayTry: (deviceId: string) => boolean = () => true,
): FoundCredentials {
  const { clientId, userName } = presented
  const look = (credentials: DeviceCredentials | undefined): FoundCredentials => {
    const mismatch = credentials && basicMismatch(credentials, presented, mayTry)
    if (credentials !== undefined && mismatch === undefined) return { right: credentials }
    return mismatch === 'password' ? { wrongPasswordOf: credentials?.deviceId.id } : {}
  }
  if (!userName) return look(byCredentialsId(mqttBasicCredentialsId(clientId, '')))
  // A known pair of names with a wrong password must not match the user name alone, which may be another device's.
  const byPair = look(byCredentialsId(mqttBasicCredentialsId(clientId, userName)))
  if (byPair.right !== undefined || byPair.wrongPasswordOf !== undefined) return byPair
  const byUserName = byCredentialsId(userName)
  return byUserName?.credentialsType === 'ACCESS_TOKEN' ? { right: byUserName } : look(byUserName)
}

/** Returns the first stored field that the packet contradicts; an empty stored field matches anything. */
function basicMismatch(
  credentials: DeviceCredentials,
  presented: PresentedIdentity,
  mayTry: (deviceId: string) => boolean,
): 'type' | 'clientId' | 'userName' | 'password' | undefined {
  if (credentials.credentialsType !== 'MQTT_BASIC' || credentials.credentialsValue === null) return 'type'
  const stored = MqttBasicValue.parse(JSON.parse(credentials.credentialsValue))
  if (stored.clientId && stored.clientId !== presented.clientId) return 'clientId'
  if (stored.userName && stored.userName !== presented.userName) return 'userName'
  if (!stored.password) return undefined
  if (!mayTry(credentials.deviceId.id) || !sameSecret(stored.password, presented.password ?? '')) return 'password'
  return undefined
}

function sameSecret(stored: string, presented: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(stored), digest(presented))
}
