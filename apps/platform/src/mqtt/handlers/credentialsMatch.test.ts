import { randomUUID } from 'node:crypto'
import type { DeviceCredentials, MqttBasicValue } from '@greenwave/contract/wire/credentials'
import { entityRef } from '@greenwave/contract/wire/ids'
import { expect, test } from 'vitest'
import { formatCredentials } from '../../entities/deviceCredentials.ts'
import { findPresentedCredentials } from './credentialsMatch.ts'

function credentials(secrets: ReturnType<typeof formatCredentials>): DeviceCredentials {
  return { id: { id: randomUUID() }, createdTime: 0, deviceId: entityRef('DEVICE', randomUUID()), ...secrets }
}

const basic = (value: MqttBasicValue) =>
  credentials(formatCredentials({ credentialsType: 'MQTT_BASIC', credentialsValue: JSON.stringify(value) }))
const token = (text: string) => credentials(formatCredentials({ credentialsType: 'ACCESS_TOKEN', credentialsId: text }))

const presented = (clientId: string, userName?: string, password?: string) => ({ clientId, userName, password })

function find(stored: readonly DeviceCredentials[], identity: ReturnType<typeof presented>) {
  return findPresentedCredentials(identity, (id) => stored.find(({ credentialsId }) => credentialsId === id)).right
}

const all = { clientId: 'ctl-01', userName: 'nga4', password: 'p' }

test.each<[what: string, stored: MqttBasicValue, identity: ReturnType<typeof presented>, accepted: boolean]>([
  ['all three right', all, presented('ctl-01', 'nga4', 'p'), true],
  ['all three, wrong password', all, presented('ctl-01', 'nga4', 'x'), false],
  ['all three, no password', all, presented('ctl-01', 'nga4'), false],
  ['all three, other client id', all, presented('ctl-02', 'nga4', 'p'), false],
  ['all three, no user name', all, presented('ctl-01'), false],
  ['user name and password, any client id', { userName: 'nga4', password: 'p' }, presented('any', 'nga4', 'p'), true],
  ['user name and password, no client id', { userName: 'nga4', password: 'p' }, presented('', 'nga4', 'p'), true],
  ['user name and password, wrong password', { userName: 'nga4', password: 'p' }, presented('', 'nga4', 'q'), false],
  ['user name alone takes any password', { userName: 'nga4' }, presented('x', 'nga4', 'whatever'), true],
  ['user name alone without one', { userName: 'nga4' }, presented('x', 'nga4'), true],
  ['client id alone', { clientId: 'ctl-01' }, presented('ctl-01'), true],
  ['client id alone, empty user name', { clientId: 'ctl-01' }, presented('ctl-01', ''), true],
  ['client id alone, a user name on top', { clientId: 'ctl-01' }, presented('ctl-01', 'nga4'), false],
  ['client id and user name', { clientId: 'c', userName: 'u' }, presented('c', 'u', 'any'), true],
])('%s [contract 10.2]', (_what, stored, identity, accepted) => {
  expect(find([basic(stored)], identity) !== undefined).toBe(accepted)
})

test('an access token as user name is enough, whatever else is sent [contract 10.2]', () => {
  const stored = token('A1_TOKEN')
  expect(find([stored], presented('any', 'A1_TOKEN', 'any'))).toBe(stored)
  expect(find([stored], presented('any', 'A2_TOKEN'))).toBeUndefined()
})

test('a known client id with a wrong password does not fall back to a device known by the user name alone [contract 10.2]', () => {
  const pair = basic({ clientId: 'c', userName: 'u', password: 'p' })
  const bare = basic({ userName: 'u' })
  expect(find([pair, bare], presented('c', 'u', 'wrong'))).toBeUndefined()
  expect(find([pair, bare], presented('other', 'u', 'wrong'))).toBe(bare)
})

test('a user name that reads like a hash of a client id finds nobody else', () => {
  const byClientId = basic({ clientId: 'ctl-01' })
  expect(find([byClientId], presented('x', byClientId.credentialsId))).toBeUndefined()
})

test('whose password was wrong is notified, and a password that may not be looked at counts as wrong', () => {
  const [own, other] = [basic(all), basic({ userName: 'u', password: 'p' })]
  const look = (identity: ReturnType<typeof presented>, mayTry: boolean) =>
    findPresentedCredentials(
      identity,
      (id) => [own, other].find(({ credentialsId }) => credentialsId === id),
      () => mayTry,
    )
  expect(look(presented('ctl-01', 'nga4', 'x'), true)).toEqual({ wrongPasswordOf: own.deviceId.id })
  expect(look(presented('ctl-01', 'nga4', 'p'), false)).toEqual({ wrongPasswordOf: own.deviceId.id })
  expect(look(presented('any', 'u', 'p'), false)).toEqual({ wrongPasswordOf: other.deviceId.id })
  expect(look(presented('any', 'nobody', 'p'), true)).toEqual({})
})
