import { createHash, timingSafeEqual } from 'node:crypto'
import { type DeviceCredentials, MqttBasicValue } from '@greenwave/contract/credentials'
import { mqttBasicCredentialsId } from '../entities/deviceCredentials.ts'

/** What a CONNECT packet says of its sender; undefined where the packet's flag says that a field is not there. */
export interface PresentedIdentity {
  readonly clientId: string
  readonly userName: string | undefined
  readonly password: string | undefined
}

type Lookup = (credentialsId: string) => DeviceCredentials | undefined

/** Finds whose credentials a CONNECT packet presents; undefined if nobody's. `byCredentialsId` looks up one row. */
export function findPresentedCredentials(
  presented: PresentedIdentity,
  byCredentialsId: Lookup,
): DeviceCredentials | undefined {
  const { clientId, userName } = presented
  if (!userName) {
    const byClientId = byCredentialsId(mqttBasicCredentialsId(clientId, ''))
    return byClientId && basicMismatch(byClientId, presented) === undefined ? byClientId : undefined
  }
  const byPair = byCredentialsId(mqttBasicCredentialsId(clientId, userName))
  if (byPair?.credentialsType === 'MQTT_BASIC') {
    const mismatch = basicMismatch(byPair, presented)
    if (mismatch === undefined) return byPair
    // A known pair with a wrong password must not get in as somebody else's bare user name.
    if (mismatch === 'password') return undefined
  }
  const byUserName = byCredentialsId(userName)
  if (byUserName?.credentialsType === 'ACCESS_TOKEN') return byUserName
  return byUserName && basicMismatch(byUserName, presented) === undefined ? byUserName : undefined
}

/** The first stored field that the packet contradicts; an empty stored field accepts anything. */
function basicMismatch(
  credentials: DeviceCredentials,
  presented: PresentedIdentity,
): 'type' | 'clientId' | 'userName' | 'password' | undefined {
  if (credentials.credentialsType !== 'MQTT_BASIC' || credentials.credentialsValue === null) return 'type'
  const stored = MqttBasicValue.parse(JSON.parse(credentials.credentialsValue))
  if (stored.clientId && stored.clientId !== presented.clientId) return 'clientId'
  if (stored.userName && stored.userName !== presented.userName) return 'userName'
  if (stored.password && !sameSecret(stored.password, presented.password ?? '')) return 'password'
  return undefined
}

function sameSecret(stored: string, presented: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(stored), digest(presented))
}
