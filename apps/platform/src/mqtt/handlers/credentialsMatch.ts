import { createHash, timingSafeEqual } from 'node:crypto'
import { type DeviceCredentials, MqttBasicValue } from '@greenwave/contract/credentials'
import { mqttBasicCredentialsId } from '../../entities/deviceCredentials.ts'

/** What a CONNECT packet says of its sender; undefined where the packet's flag says that a field is not there. */
export interface PresentedIdentity {
  readonly clientId: string
  readonly userName: string | undefined
  readonly password: string | undefined
}

type Lookup = (credentialsId: string) => DeviceCredentials | undefined

/** What was found for a CONNECT packet: whose credentials it presents, or whose password it has wrong. */
export interface FoundCredentials {
  readonly right?: DeviceCredentials | undefined
  /** The packet names this device, and contradicts its password alone. */
  readonly wrongPasswordOf?: string | undefined
}

/**
 * Finds whose credentials a CONNECT packet presents. `byCredentialsId` looks up one row.
 * @param mayTry whether a password for this device may be looked at; one that may not counts as wrong
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
  // A known pair with a wrong password must not get in as somebody else's bare user name.
  const byPair = look(byCredentialsId(mqttBasicCredentialsId(clientId, userName)))
  if (byPair.right !== undefined || byPair.wrongPasswordOf !== undefined) return byPair
  const byUserName = byCredentialsId(userName)
  return byUserName?.credentialsType === 'ACCESS_TOKEN' ? { right: byUserName } : look(byUserName)
}

/** The first stored field that the packet contradicts; an empty stored field accepts anything. */
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
